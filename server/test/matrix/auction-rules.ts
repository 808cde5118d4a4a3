import { type AuctionObject, leader, type Workshop } from './auction-objects.ts';
import { type Caller, isAbout, isSuperuser, type PersonName } from './callers.ts';

export const isEnded = ({ state }: AuctionObject) => state === 'ended';
export const isSold = ({ winner }: AuctionObject) => winner === 'notified';
export const isActive = ({ state }: AuctionObject) => state === 'active';
export const hasBids = ({ bids }: AuctionObject) => bids.length > 0;

/** Bids that bind, and nobody who has won. */
export const isUndecided = (auction: AuctionObject) =>
  isEnded(auction) && hasBids(auction) && auction.winner === 'none';

/** A superuser's lists are about the company that is asked for (ROLE-2). */
export const isHeldBy = (caller: Caller, auction: AuctionObject) =>
  isSeen(caller, auction) && (!isSuperuser(caller) || isAbout(caller, auction.company));

const isWorkshop = (caller: Caller): caller is Caller & { as: Workshop } =>
  caller.kind === 'workshop';

const hasBid = (caller: Caller, auction: AuctionObject) =>
  isWorkshop(caller) && auction.bids.some(({ by }) => by === caller.as);

/** Its station has bid, or watches (LIST-6). */
export function tookPart(caller: Caller, auction: AuctionObject): boolean {
  return isWorkshop(caller) && (hasBid(caller, auction) || auction.watchers.includes(caller.as));
}

/** ROLE-17: its own company's or global, and of what it deals in. */
function isForSaleTo(caller: Caller, auction: AuctionObject): boolean {
  return (
    isWorkshop(caller) &&
    (auction.is_global || auction.company === caller.company) &&
    (caller.deals === undefined || caller.deals === auction.sells)
  );
}

/** ROLE-17: whoever has bid is not shut out by what the auction's categories and sales area become. */
export function mayTakePart(caller: Caller, auction: AuctionObject): boolean {
  return isForSaleTo(caller, auction) || hasBid(caller, auction);
}

/** Does the auction exist for the caller (ROLE-14, ROLE-15, ROLE-17)? */
export function isSeen(caller: Caller, auction: AuctionObject): boolean {
  if (caller.kind === 'nobody') return false;
  if (auction.state === 'deleted' || auction.state === 'never') return false;
  if (caller.kind === 'superuser') return true;
  if (!isWorkshop(caller)) return auction.company === caller.company;
  if (auction.state === 'upcoming' || !mayTakePart(caller, auction)) return false;
  return auction.state === 'active' || tookPart(caller, auction);
}

/** ROLE-13. */
export function mayEdit(caller: Caller, auction: AuctionObject): boolean {
  return caller.kind !== 'workshop' && isSeen(caller, auction);
}

const highest = (amounts: number[]) => (amounts.length > 0 ? Math.max(...amounts) : null);

/** Who won, and was notified (LIST-6). */
export function isWonBy(caller: Caller, auction: AuctionObject): boolean {
  return auction.winner === 'notified' && leader(auction)?.by === (caller.as as PersonName);
}

/** PICK-7: it is the caller's to hand over, once it is sold. */
export function mayHandOver(caller: Caller, auction: AuctionObject): boolean {
  if (!isWorkshop(caller)) return isSeen(caller, auction);
  return caller.is_yard === true && auction.at_yard && auction.winner === 'notified';
}

/** Whose answer an offer waits for (OFFER-8). */
export function isOffered(caller: Caller, auction: AuctionObject): boolean {
  return auction.offer !== null && leader(auction)!.by === (caller.as as PersonName);
}

/** OFFER-3: of its own bid that stands, and of nothing else. */
function statusOf(caller: Caller, auction: AuctionObject): string | null {
  const hasPart = caller.kind === 'workshop' ? hasBid(caller, auction) : auction.bids.length > 0;
  if (auction.state !== 'ended' || !hasPart) return null;
  if (auction.winner !== 'notified') return 'pending';
  return caller.kind !== 'workshop' || isWonBy(caller, auction) ? 'won' : 'lost';
}

/** What the caller may know of an auction that it sees, by field (AUC-13, AUC-14, ROLE-10, ROLE-13). */
export function knownOf(caller: Caller, auction: AuctionObject): Record<string, unknown> {
  const isStation = caller.kind === 'workshop';
  const isDark = isStation && auction.sealed;
  const top = highest(auction.bids.map(({ amount }) => amount));
  const winning = auction.winner === 'none' ? null : top;
  const own = auction.bids.filter(({ by }) => isStation && by === caller.as);
  const mine = highest(own.map(({ amount }) => amount));
  const beats = isDark ? mine : top;
  return {
    highest_bid: isDark ? null : top,
    bid_count: isDark ? null : auction.bids.length,
    my_bid: mine,
    // The company's ladder is empty: a step is one krona (BID-3, BID-4).
    minimum_allowed_bid: beats === null ? auction.start_bid : beats + 1,
    reservation_price: isStation && auction.hidden_reserve ? null : auction.reserve,
    reserve_met: isDark || auction.reserve === null ? null : top !== null && top >= auction.reserve,
    winning_bid: isDark && !isWonBy(caller, auction) ? null : winning,
    has_notified_winner: isStation ? isWonBy(caller, auction) : auction.winner === 'notified',
    has_active_alert: isStation && auction.watchers.includes(caller.as as Workshop),
    sale_status: statusOf(caller, auction),
    decision_due_at: null,
    can_edit: mayEdit(caller, auction),
    is_active: auction.state === 'active',
    has_started: auction.state !== 'upcoming',
  };
}
