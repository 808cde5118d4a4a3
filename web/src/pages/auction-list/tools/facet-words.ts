import type { AuctionFacets } from '@restvarde/contract/auctions/list-auctions';

/** «Visa 12 auktioner»; «Visa 300+ auktioner» if there are more than were counted. */
export function showWords({
  total,
  is_capped,
}: Pick<AuctionFacets, 'total' | 'is_capped'>): string {
  if (is_capped && total === 0) return 'Visa auktioner';
  const count = `${total.toLocaleString('sv-SE')}${is_capped ? '+' : ''}`;
  return `Visa ${count} ${total === 1 && !is_capped ? 'auktion' : 'auktioner'}`;
}

/** A value as the server compares it. */
const keyOf = (value: string) => value.toLowerCase().replace(/[\s\u2010-\u2015\u2212-]/g, '');

/** The choices of a filter: the values with their counts, and chosen ones that no auction has. */
export function choicesOf(
  facet: AuctionFacets['places'] | undefined,
  chosen: readonly string[],
  isCapped: boolean,
): { choices: { id: string; label: string; note: string }[]; value: string[] } {
  const known = new Map(facet?.map((one) => [keyOf(one.value), one]));
  const value = chosen.map((one) => known.get(keyOf(one))?.value ?? one);
  const missing = value.filter((one) => !known.has(keyOf(one)));
  const all = [...known.values(), ...missing.map((name) => ({ value: name, count: 0 }))];
  return {
    choices: all.map(({ value: id, count }) => ({
      id,
      label: id,
      note: `${count.toLocaleString('sv-SE')}${isCapped && count > 0 ? '+' : ''}`,
    })),
    value,
  };
}
