/** Reasons for choosing another than the highest bid; `other` requires a text (OFFER-10). */
export const REASON_LABEL = {
  not_authorised: 'Saknar auktorisation',
  not_competent: 'Bedöms inte kunna reparera fackmässigt',
  unpaid: 'Har obetalda köp',
  withdrew: 'Budgivaren har bett att få slippa',
  other: 'Annat',
} as const;

export type ReasonCode = keyof typeof REASON_LABEL;

export const REASON_CODES = Object.keys(REASON_LABEL) as [ReasonCode, ...ReasonCode[]];

/** The text of a reason: «Annat: hämtar inte»; empty without one. */
export function reasonInWords(code: string | null, text: string | null): string {
  const label = code === null ? '' : (REASON_LABEL[code as ReasonCode] ?? code);
  return [label, text ?? ''].filter(Boolean).join(': ');
}

/** True if a reason is given: a code other than `other`, or a text (OFFER-10). */
export function hasReason(given: {
  reason?: string | undefined;
  reason_code?: ReasonCode | undefined;
}): boolean {
  return (
    Boolean(given.reason) || (given.reason_code !== undefined && given.reason_code !== 'other')
  );
}
