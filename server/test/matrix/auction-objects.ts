import type { Caller, CompanyName, PersonName } from './callers.ts';

type Workshop = 'cars' | 'bikes' | 'all' | 'rival' | 'removed';

/** An auction as far as a rule may ask for it. */
export interface AuctionObject {
  name: string;
  company: CompanyName;
  state: 'upcoming' | 'active' | 'ended' | 'deleted' | 'never';
  /** What it sells; cars unless said. */
  sells: 'cars' | 'bikes';
  is_global: boolean;
  sealed: boolean;
  start_bid: number;
  reserve: number | null;
  hidden_reserve: boolean;
  /** In the order in which they came; their ids count from 1. */
  bids: { by: Workshop; amount: number }[];
  watchers: Workshop[];
  /** What became of its highest bid. */
  winner: 'none' | 'chosen' | 'notified';
  /** It stands at the yard of Nord (PICK-7). */
  at_yard: boolean;
  /** What its highest bidder is offered, and has not answered; null for nothing. */
  offer: number | null;
}

type Given = Pick<AuctionObject, 'name' | 'company' | 'state'> & Partial<AuctionObject>;

const auction = (given: Given): AuctionObject => ({
  sells: 'cars',
  is_global: false,
  sealed: false,
  start_bid: 1_000,
  reserve: null,
  hidden_reserve: false,
  bids: [],
  watchers: [],
  winner: 'none',
  at_yard: false,
  offer: null,
  ...given,
});

/** Every amount of a sealed bid and of a hidden reserve is found nowhere else: it would be known again. */
export const AUCTIONS: AuctionObject[] = (
  [
    { name: 'own, upcoming', company: 'Nord', state: 'upcoming' },
    { name: 'own, active', company: 'Nord', state: 'active' },
    {
      name: 'own, active, with bids',
      company: 'Nord',
      state: 'active',
      reserve: 52_000,
      bids: [
        { by: 'removed', amount: 50_500 },
        { by: 'cars', amount: 51_000 },
        { by: 'all', amount: 52_000 },
      ],
      watchers: ['bikes'],
    },
    {
      name: 'own, active, sealed',
      company: 'Nord',
      state: 'active',
      sealed: true,
      reserve: 777_001,
      hidden_reserve: true,
      bids: [
        { by: 'cars', amount: 610_011 },
        { by: 'all', amount: 620_022 },
      ],
    },
    {
      name: 'own, active, hidden reserve',
      company: 'Nord',
      state: 'active',
      reserve: 777_002,
      hidden_reserve: true,
      bids: [{ by: 'all', amount: 40_000 }],
    },
    { name: 'own, active, bikes', company: 'Nord', state: 'active', sells: 'bikes' },
    { name: 'own, active, global', company: 'Nord', state: 'active', is_global: true },
    { name: 'own, ended', company: 'Nord', state: 'ended' },
    {
      name: 'own, ended, with bids and no winner',
      company: 'Nord',
      state: 'ended',
      reserve: 99_000,
      bids: [
        { by: 'all', amount: 20_000 },
        { by: 'cars', amount: 21_000 },
      ],
      offer: 30_000,
      at_yard: true,
    },
    {
      name: 'own, ended, with a winner',
      company: 'Nord',
      state: 'ended',
      bids: [
        { by: 'all', amount: 30_000 },
        { by: 'removed', amount: 30_500 },
        { by: 'cars', amount: 31_000 },
      ],
      winner: 'chosen',
    },
    {
      name: 'own, ended, with a notified winner',
      company: 'Nord',
      state: 'ended',
      bids: [
        { by: 'all', amount: 33_000 },
        { by: 'cars', amount: 34_000 },
      ],
      winner: 'notified',
      at_yard: true,
    },
    {
      name: 'own, ended, sealed, with a notified winner',
      company: 'Nord',
      state: 'ended',
      sealed: true,
      bids: [
        { by: 'all', amount: 630_033 },
        { by: 'cars', amount: 640_044 },
      ],
      winner: 'notified',
      at_yard: true,
    },
    {
      name: 'own, ended, sealed, with a winner',
      company: 'Nord',
      state: 'ended',
      sealed: true,
      reserve: 777_003,
      hidden_reserve: true,
      bids: [
        { by: 'cars', amount: 670_077 },
        { by: 'all', amount: 780_088 },
      ],
      watchers: ['bikes'],
      winner: 'chosen',
    },
    { name: 'own, ended, watched', company: 'Nord', state: 'ended', watchers: ['cars', 'rival'] },
    {
      name: 'own, ended, of a workshop that dealt in it',
      company: 'Nord',
      state: 'ended',
      bids: [{ by: 'bikes', amount: 9_000 }],
      winner: 'chosen',
    },
    {
      name: 'own, ended, global, with a bid from Väst',
      company: 'Nord',
      state: 'ended',
      is_global: true,
      reserve: 20_000,
      bids: [{ by: 'rival', amount: 12_000 }],
    },
    {
      name: 'own, deleted',
      company: 'Nord',
      state: 'deleted',
      bids: [{ by: 'cars', amount: 15_000 }],
      watchers: ['cars'],
    },
    { name: 'other’s, upcoming', company: 'Väst', state: 'upcoming', is_global: true },
    { name: 'other’s, active', company: 'Väst', state: 'active' },
    { name: 'other’s, active, global', company: 'Väst', state: 'active', is_global: true },
    {
      name: 'other’s, active, global, sealed',
      company: 'Väst',
      state: 'active',
      is_global: true,
      sealed: true,
      bids: [
        { by: 'cars', amount: 650_055 },
        { by: 'rival', amount: 660_066 },
      ],
    },
    {
      name: 'other’s, active, sealed, no longer global, with a bid from Nord',
      company: 'Väst',
      state: 'active',
      sells: 'bikes',
      sealed: true,
      bids: [{ by: 'cars', amount: 690_099 }],
      watchers: ['all'],
    },
    { name: 'other’s, ended', company: 'Väst', state: 'ended' },
    {
      name: 'other’s, ended, no longer global, watched from Nord',
      company: 'Väst',
      state: 'ended',
      watchers: ['cars'],
    },
    {
      name: 'other’s, ended, global, with a bid from Nord',
      company: 'Väst',
      state: 'ended',
      is_global: true,
      bids: [{ by: 'cars', amount: 17_000 }],
      winner: 'notified',
    },
    { name: 'other’s, deleted', company: 'Väst', state: 'deleted', is_global: true },
    { name: 'never existed', company: 'Nord', state: 'never' },
  ] satisfies Given[]
).map(auction);

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

/** The highest bid, which wins when somebody does; null without one. */
export const leader = ({ bids }: AuctionObject) => bids.at(-1) ?? null;

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
