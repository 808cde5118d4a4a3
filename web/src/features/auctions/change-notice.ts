import { formatKronor } from '@restvarde/contract/money';
import { formatMovedEnd, formatTime } from '../../ui/format/dates.ts';
import { leadOf, type Standing } from './apply-standing.ts';

/** The changes of a displayed auction that the user is notified of (LIVE-2, BID-11). */
export interface ChangeNotice {
  /** For the announcer; null if there is nothing to announce. */
  sentence: string | null;
  /** The highest bid, or in a sealed auction the station's own bid, has changed: it flashes. */
  is_bid: boolean;
  is_closed: boolean;
  /** The end that a late bid moved to (BID-6). */
  extended_to: string | null;
}

/** Compares two versions of an auction. The station's own bid is announced by the answer to its call, not here. */
export function noticeOf(before: Standing, after: Standing): ChangeNotice {
  const isClosed = before.is_active && !after.is_active;
  const moved = Date.parse(after.end_dt) - Date.parse(before.end_dt);
  const isExtended = moved > 0 && after.is_active;
  const is_bid = before.highest_bid !== after.highest_bid || before.my_bid !== after.my_bid;
  const sentences = [
    isClosed ? null : bidSentence(before, after),
    isClosed ? null : reserveSentence(before, after),
    isExtended ? `Förlängd till ${formatMovedEnd(after.end_dt)}.` : null,
    moved < 0 && after.is_active ? `Sluttiden är ändrad till ${formatTime(after.end_dt)}.` : null,
    isClosed ? 'Auktionen är avslutad.' : null,
  ].filter((sentence) => sentence !== null);
  return {
    sentence: sentences.length > 0 ? sentences.join(' ') : null,
    is_bid,
    is_closed: isClosed,
    extended_to: isExtended ? after.end_dt : null,
  };
}

function bidSentence(before: Standing, after: Standing): string | null {
  const own = after.my_bid ?? 0;
  const isOutbid = leadOf(before) !== 'outbid' && leadOf(after) === 'outbid';
  if (own > (before.my_bid ?? 0)) {
    if (isOutbid && after.highest_bid !== null) return outbidSentence(after.highest_bid);
    const isRaised = before.my_max_state === 'live' && after.my_max_bid === before.my_max_bid;
    return isRaised ? `Ditt maxbud har höjt ditt bud till ${formatKronor(own)}.` : null;
  }
  if (own < (before.my_bid ?? 0) && after.my_max_bid === null)
    return 'Ditt bud har tagits bort av handläggaren.';
  const [old, now] = [before.highest_bid, after.highest_bid];
  if (old === now) return null;
  if (now === null) return 'Budet har tagits bort. Det finns inga bud.';
  if (old !== null && now < old) {
    return `Ett bud har tagits bort. Högsta bud är nu ${formatKronor(now)}.`;
  }
  return isOutbid ? outbidSentence(now) : `Nytt bud: ${formatKronor(now)}.`;
}

/** Null if the viewer may not know (AUC-14). */
function reserveSentence(before: Standing, after: Standing): string | null {
  if (before.reserve_met === false && after.reserve_met) return 'Reservationspriset är uppnått.';
  if (before.reserve_met && after.reserve_met === false)
    return 'Reservationspriset är inte uppnått.';
  return null;
}

const outbidSentence = (highest: number) => `Nytt bud: ${formatKronor(highest)}. Du är överbjuden.`;
