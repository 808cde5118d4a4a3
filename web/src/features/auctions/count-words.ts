import { COUNT_CAP } from '@restvarde/contract/auctions/list-limits';
import { formatCount } from '../../ui/format/numbers.ts';

/** «38», or «99+» if the count is capped. */
export const countLabel = (count: number): string =>
  count >= COUNT_CAP ? `${COUNT_CAP - 1}+` : String(count);

/** «Visar 24 av 38 auktioner», or without a total «Visar 24 auktioner, det finns fler» (LIST-13). */
export function countText(count: number, hasMore: boolean, total: number | null = null): string {
  const shown = formatCount(count, 'auktion', 'auktioner');
  if (!hasMore) return shown;
  // An auction was added since the count, or the count is capped.
  if (total === null || total <= count || count >= COUNT_CAP)
    return `Visar ${shown}, det finns fler`;
  return `Visar ${count} av ${countLabel(total)}\u00a0auktioner`;
}
