import type { AuctionCard } from './auctions.ts';
import { addDays, EXAMINATION_DAYS, PAYMENT_DAYS, pickupDate, stockholmDate } from './dates.ts';
import { formatKronor } from './money.ts';

/** The object is re-registered at the latest so many calendar days after it was handed over (TERMS-1). */
export const REGISTRATION_DAYS = 14;

/** Kronor for each object and begun day that it is collected too late (TERMS-1). */
export const STORAGE_FEE = 1000;

/** What collecting too late costs. */
export const STORAGE_SENTENCE = `Hämtas objektet senare får säljaren ta ut en lagringsavgift på ${formatKronor(STORAGE_FEE)} per påbörjad dag.`;

/** Something that the winner has to do, and by when. */
export interface WinnerStep {
  what: string;
  when: string;
}

type Won = Pick<AuctionCard, 'damage_condition'> & {
  end_dt: Date | string;
  winner_notified_at: Date | string | null;
};

/** What the register has to be told: an object sold for parts is scrapped, any other has a new owner. */
export function registrationStep({ damage_condition }: Pick<Won, 'damage_condition'>): WinnerStep {
  return damage_condition === 'DISASSEMBLY'
    ? { what: 'Skrotas och avregistreras', when: 'av auktoriserad bilskrotare' }
    : { what: 'Anmäl ägarbyte inom', when: `${REGISTRATION_DAYS} dagar från hämtning` };
}

/** What the winner does next, what is due first standing first (TERMS-1, MAIL-1). */
export function winnerSteps(won: Won): WinnerStep[] {
  const end = new Date(won.end_dt);
  const pickup = pickupDate(end);
  const examination = addDays(
    stockholmDate(won.winner_notified_at === null ? end : new Date(won.winner_notified_at)),
    EXAMINATION_DAYS,
  );
  const payment = addDays(stockholmDate(end), PAYMENT_DAYS);
  return [
    { due: pickup, what: 'Hämta senast', when: pickup },
    { due: examination, what: 'Undersök senast', when: examination },
    { due: addDays(pickup, REGISTRATION_DAYS), ...registrationStep(won) },
    // The object is not handed over before it is paid.
    { due: payment, what: 'Betala senast', when: `${payment}, före hämtning` },
  ]
    .sort((a, b) => a.due.localeCompare(b.due))
    .map(({ what, when }) => ({ what, when }));
}
