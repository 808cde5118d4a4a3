import { type AuctionObject, leader, type Workshop } from './auction-objects.ts';
import { type Caller, isAbout, isSuperuser, type PersonName } from './callers.ts';

export const isEnded = ({ state }: AuctionObject) => state === 'ended';
export const isSold = ({ winner }: AuctionObject) => winner === 'notified';
export const isActive = ({ state }: AuctionObject) => state === 'active';
export const hasBids = ({ bids }: AuctionObject) => bids.length > 0;

/** Binding bids without a winner. */
export const isUndecided = (auction: AuctionObject) =>
  isEnded(auction) && hasBids(auction) && auction.winner === 'none';

/** A superuser's lists are of the requested company (ROLE-2). */
export const isHeldBy = (caller: Caller, auction: AuctionObject) =>
  isSeen(caller, auction) && (!isSuperuser(caller) || isAbout(caller, auction.company));

const isWorkshop = (caller: Caller): caller is Caller & { as: Workshop } =>
  caller.kind === 'workshop';

const hasBid = (caller: Caller, auction: AuctionObject) =>
  isWorkshop(caller) && auction.bids.some(({ by }) => by === caller.as);

/** Whether the caller's station has bid or watches (LIST-6). */
export function tookPart(caller: Caller, auction: AuctionObject): boolean {
  return isWorkshop(caller) && (hasBid(caller, auction) || auction.watchers.includes(caller.as));
}

/** ROLE-17: of its company or global, in its categories. */
function isForSaleTo(caller: Caller, auction: AuctionObject): boolean {
  return (
    isWorkshop(caller) &&
    (auction.is_global || auction.company === caller.company) &&
    (caller.deals === undefined || caller.deals === auction.sells)
  );
}

/** ROLE-17: a bidder keeps access when categories or the sales area change. */
export function mayTakePart(caller: Caller, auction: AuctionObject): boolean {
  return isForSaleTo(caller, auction) || hasBid(caller, auction);
}

/** Whether the auction exists for the caller (ROLE-14, ROLE-15, ROLE-17). */
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

/** The notified winner (LIST-6). */
export function isWonBy(caller: Caller, auction: AuctionObject): boolean {
  return auction.winner === 'notified' && leader(auction)?.by === (caller.as as PersonName);
}

/** PICK-7: whether the caller hands it over; it must be sold. */
export function mayHandOver(caller: Caller, auction: AuctionObject): boolean {
  if (!isWorkshop(caller)) return isSeen(caller, auction);
  return caller.is_yard === true && auction.at_yard && auction.winner === 'notified';
}

/** The station with an open offer (OFFER-8). */
export function isOffered(caller: Caller, auction: AuctionObject): boolean {
  return auction.offer !== null && leader(auction)!.by === (caller.as as PersonName);
}

/** OFFER-3: the status of the binding bid, for a station only that of its own. */
function statusOf(caller: Caller, auction: AuctionObject): string | null {
  const hasPart = caller.kind === 'workshop' ? hasBid(caller, auction) : auction.bids.length > 0;
  if (auction.state !== 'ended' || !hasPart) return null;
  if (auction.winner !== 'notified') return 'pending';
  return caller.kind !== 'workshop' || isWonBy(caller, auction) ? 'won' : 'lost';
}

/** The fields of a visible auction that the caller may know (AUC-13, AUC-14, ROLE-10, ROLE-13). */
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
    my_max_bid: null,
    my_max_state: null,
    // The company has no increments: a step is one krona (BID-3, BID-4).
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
