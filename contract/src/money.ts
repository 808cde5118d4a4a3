const kronorFormat = new Intl.NumberFormat('sv-SE', {
  style: 'currency',
  currency: 'SEK',
  maximumFractionDigits: 0,
});

/** «12 500 kr» with no-break spaces and no decimals (FMT-1). Takes whole kronor. */
export function formatKronor(amount: number): string {
  return kronorFormat.format(amount);
}

const AMOUNT =
  /^(\d+|[1-9]\d{0,2}(?:(?:[ \u00a0\u202f]\d{3})+|(?:\.\d{3})+))(?:\s*(?:kr|sek|:-))?$/i;

/**
 * What a person wrote as an amount, in whole kronor; null when it could be read in more than one way.
 * Digits, or groups of three split by spaces or by full stops (never both, never after a leading zero:
 * «1 000.500» and «0.500» have decimals), with an optional unit: a bid is refused, never repaired (BID-9).
 */
export function parseKronor(written: string): number | null {
  const digits = AMOUNT.exec(written.trim())?.[1]?.replace(/[^\d]/g, '');
  if (digits === undefined || digits.length > 9) return null;
  return Number(digits);
}
