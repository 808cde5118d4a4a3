import * as z from 'zod/mini';
import { addDays } from '../dates.ts';
import { id } from '../fields.ts';

/** Days to deregister an object sold for dismantling (DISM-7). */
export const DEREGISTRATION_DAYS = 30;

/** The instruction to the winner: what to send, where and when (DISM-7, DISM-10). */
export const DEREGISTRATION_HOW = `Skicka in skrotningsintyget på auktionens sida inom ${DEREGISTRATION_DAYS} dagar från utlämningen. Ett mottagningsbevis räcker inte.`;

/** The state of the certificate; `waived`: the seller requires none (DISM-7). */
export const DEREGISTRATION_STATES = [
  'awaiting',
  'submitted',
  'returned',
  'approved',
  'waived',
] as const;

export type DeregistrationState = (typeof DEREGISTRATION_STATES)[number];

/** A state in a word or two, for the seller (LIST-10). */
export const DEREGISTRATION_LABEL: Record<DeregistrationState, string> = {
  awaiting: 'Väntar på intyg',
  submitted: 'Inskickat',
  returned: 'Kompletteras',
  approved: 'Godkänt',
  waived: 'Krävs inte',
};

/** The kinds of certificate and their names (DISM-8). A receipt does not deregister a vehicle (DISM-9). */
export const CERTIFICATE_KINDS = {
  certificate: 'Skrotningsintyg',
  receipt: 'Mottagningsbevis',
  other: 'Annat intyg (ej personbil, lätt lastbil eller lätt buss)',
} as const;

export type CertificateKind = keyof typeof CERTIFICATE_KINDS;

export const CERTIFICATE_KIND_NAMES = Object.keys(CERTIFICATE_KINDS) as [
  CertificateKind,
  ...CertificateKind[],
];

/** The deregistration of a sold vehicle; kind, date and file are those of the latest certificate (DISM-7). */
export const deregistration = z.object({
  /** The last day, YYYY-MM-DD. */
  due_date: z.string(),
  state: z.enum(DEREGISTRATION_STATES),
  /** The latest certificate; sent back with a decision to name the one reviewed (DISM-9). */
  certificate_id: z.nullable(id),
  kind: z.nullable(z.enum(CERTIFICATE_KIND_NAMES)),
  /** The certificate's own, YYYY-MM-DD. */
  date: z.nullable(z.string()),
  file: z.nullable(z.object({ name: z.string(), file: z.string(), size: z.int() })),
  /** The missing part, while it is returned. */
  returned_reason: z.nullable(z.string()),
});

export type Deregistration = z.infer<typeof deregistration>;

/** The last day to deregister, counted from the day of the hand-over, or the last day for it; YYYY-MM-DD (DISM-7). */
export function deregistrationDue(from: string): string {
  return addDays(from, DEREGISTRATION_DAYS);
}

/** True if the winner still has to send a certificate. */
export function awaitsCertificate({ state }: Pick<Deregistration, 'state'>): boolean {
  return state === 'awaiting' || state === 'returned';
}
