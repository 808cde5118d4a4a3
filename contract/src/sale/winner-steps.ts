import { formatKronor } from '../money.ts';

/** Kronor for each object and begun day of late collection (TERMS-1). */
export const STORAGE_FEE = 1000;

/** The cost of late collection. */
export const STORAGE_SENTENCE = `Hämtas objektet för sent får säljaren ta ut en lagringsavgift på ${formatKronor(STORAGE_FEE)} per påbörjat dygn.`;

/**
 * The winner's task at Transportstyrelsen (MAIL-1): an object for dismantling goes to those who may
 * deregister it, any other gets a new owner. The law sets these days; they are fewer than those of TERMS-1.
 */
export function registrationSentence({
  damage_condition,
}: {
  damage_condition: 'DISASSEMBLY' | 'REPAIR';
}): string {
  return damage_condition === 'DISASSEMBLY'
    ? 'Ska lämnas till auktoriserad bilskrotare.'
    : 'Ägarbytet ska vara anmält till Transportstyrelsen inom 10 dagar.';
}

/** How an unpaid object is paid (TERMS-1, MAIL-1). */
export const paymentSentence = (company_name: string, isCollected: boolean): string =>
  isCollected
    ? `${company_name} fakturerar dig. Kontakta säljaren om fakturan dröjer.`
    : `${company_name} fakturerar dig. Betala fakturan före hämtning, och kontakta säljaren om den dröjer.`;
