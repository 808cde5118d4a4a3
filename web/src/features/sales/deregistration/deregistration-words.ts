import { CERTIFICATE_KINDS, type Deregistration } from '@restvarde/contract/sale/deregistration';

/** The status of a deregistration, in a line (DISM-10). */
export function deregistrationStatus({ state, due_date, returned_reason }: Deregistration): {
  tone: 'info' | 'success' | 'warn';
  text: string;
} {
  if (state === 'approved') return { tone: 'success', text: 'Godkänt' };
  if (state === 'waived') return { tone: 'info', text: 'Säljaren kräver ingen avregistrering.' };
  if (state === 'submitted') return { tone: 'info', text: 'Inskickat' };
  if (state === 'returned') {
    return {
      tone: 'warn',
      text: `Kompletteras: ${returned_reason ?? ''} Avregistrera senast ${due_date}.`,
    };
  }
  return { tone: 'info', text: `Avregistrera senast ${due_date}` };
}

/** «Skrotningsintyg, 2026-11-20». */
export function certificateName({ kind, date }: Pick<Deregistration, 'kind' | 'date'>): string {
  return kind === null ? '' : `${CERTIFICATE_KINDS[kind]}, ${date}`;
}
