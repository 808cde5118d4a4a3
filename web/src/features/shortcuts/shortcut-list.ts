import { may, type PermissionCheck } from '@restvarde/contract/roles';
import { paths } from '../../base/urls/paths.ts';

/** One key or two in sequence, which lead to a page or to a part of this one. */
export type Shortcut = { keys: string; what: string; may: PermissionCheck } & (
  | { to: string }
  | { selector: string }
  | { isHelp: true }
);

/** The time limit for the second key. */
export const SECOND_KEY_MS = 1500;

/**
 * Keys that are handled elsewhere and always on: of the search (LIST-11), the full-screen picture (AUC-2) and the
 * settle mode (HOME-7).
 */
export const ALWAYS: readonly Pick<Shortcut, 'keys' | 'what' | 'may'>[] = [
  { keys: '/', what: 'Sök auktion', may: may.anyUser },
  { keys: '← →', what: 'Föregående och nästa bild', may: may.anyUser },
  { keys: 'z', what: 'Förstora bilden', may: may.anyUser },
  {
    keys: 'A E R U S Z',
    what: 'Avgör, hoppa över och ångra under ”Avgör” på Hem',
    may: may.manageAuctions,
  },
  { keys: 'Esc', what: 'Stäng det som är öppet', may: may.anyUser },
];

/** «g» and the letter of a page; the others belong to the current page. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'g h', what: 'Gå till Hem', may: may.manageAuctions, to: paths.home },
  { keys: 'g a', what: 'Gå till Auktioner', may: may.anyUser, to: paths.auctions },
  { keys: 'g m', what: 'Gå till Mina auktioner', may: may.actAsStation, to: paths.myAuctions },
  { keys: 'g v', what: 'Gå till Vunna auktioner', may: may.actAsStation, to: paths.wonAuctions },
  { keys: 'g s', what: 'Gå till Verkstäder', may: may.administer, to: paths.serviceStations },
  { keys: 'g k', what: 'Gå till Mitt konto', may: may.anyUser, to: paths.account },
  {
    keys: 'b',
    what: 'Gå till fältet för bud, på en auktions sida',
    may: may.actAsStation,
    selector: 'section[aria-labelledby="bid-panel"] input:not([type="checkbox"])',
  },
  { keys: '?', what: 'Visa kortkommandon', may: may.anyUser, isHelp: true },
];

/** Matches pressed keys: a shortcut, the beginning of one, or neither. */
export function readKeys(
  pressed: string,
  shortcuts: readonly Shortcut[],
): Shortcut | 'begun' | null {
  const found = shortcuts.find(({ keys }) => keys === pressed);
  if (found) return found;
  return shortcuts.some(({ keys }) => keys.startsWith(`${pressed} `)) ? 'begun' : null;
}
