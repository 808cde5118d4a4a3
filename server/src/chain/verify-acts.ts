/** The parts of an auction that a chain covers and that must agree with each other. */
export interface Course {
  links: { position: number; last_bid_id: number; outcome: string }[];
  /** The decisive lines of the history, in the order of the chain. */
  acts: Act[];
  /** Bids that the first link does not cover. */
  late_bids: LateBid[];
  /** Oldest first. */
  collections: { paid_at: string | null; waived_days: number }[];
  reservation_price: number | null;
}

interface Act {
  position: number;
  action: string;
  user_id: number | null;
  /** The decisive values after the act. */
  after: {
    winning_bid_id?: number | null;
    amount?: number;
    reservation_price?: number | null;
    paid_at?: string | null;
    waived_days?: number;
  };
}

interface LateBid {
  id: number;
  user_id: number;
  amount: number;
  is_offer: boolean;
  /** The station accepted an offer of this amount. */
  was_offered: boolean;
}

/** The columns of an outcome that each act may change after the end. */
const CHANGES: Record<string, (keyof Outcome)[]> = {
  'select winner': ['winning_bid_id', 'winner_notified_at'],
  'notify winner': ['winner_notified_at'],
  'accept offer': ['winning_bid_id', 'winner_notified_at'],
  'undo purchase': ['winning_bid_id', 'winner_notified_at'],
  'decline sale': ['bids_released_at'],
  'release bids': ['bids_released_at'],
  relist: ['bids_released_at'],
};
/** Acts of a person, never of the system. */
const BY_PEOPLE = [
  'select winner',
  'notify winner',
  'accept offer',
  'undo purchase',
  'decline sale',
];

/** An outcome's columns in PostgreSQL's binary format, as hex. Null for SQL null. */
interface Outcome {
  closed_at: string | null;
  end_dt: string | null;
  winning_bid_id: string | null;
  winner_notified_at: string | null;
  bids_released_at: string | null;
}

/**
 * Returns the first thing in an auction's course that the product would not have written: a bid after the end, an
 * outcome that no act explains, or terms and payments that differ from the history (DATA-3). Null if there is
 * none.
 */
export function findForgery(course: Course): string | null {
  return (
    lateBidFault(course) ?? outcomeFault(course) ?? reserveFault(course) ?? collectionFault(course)
  );
}

function lateBidFault({ late_bids, acts }: Course): string | null {
  for (const bid of late_bids) {
    const accepted = acts.some(
      ({ action, after, user_id }) =>
        action === 'accept offer' &&
        after.winning_bid_id === bid.id &&
        after.amount === bid.amount &&
        user_id === bid.user_id,
    );
    if (!bid.is_offer || !bid.was_offered || !accepted) {
      return `its bid ${bid.id} came after the end, and is not an accepted offer`;
    }
  }
  return null;
}

function outcomeFault({ links, acts }: Course): string | null {
  for (const [at, link] of links.entries()) {
    const before = links[at - 1];
    if (!before) continue;
    const own = acts.filter(({ position }) => position === link.position);
    const anonymous = own.find((act) => act.user_id === null && BY_PEOPLE.includes(act.action));
    if (anonymous) return `"${anonymous.action}" of link ${link.position} has no user`;
    const [was, is] = [readOutcome(before.outcome), readOutcome(link.outcome)];
    for (const name of Object.keys(is) as (keyof Outcome)[]) {
      if (was[name] === is[name]) continue;
      const explaining = own.filter(({ action }) => CHANGES[action]?.includes(name));
      const isExplained = explaining.some(
        ({ after }) => name !== 'winning_bid_id' || idOf(after.winning_bid_id) === is[name],
      );
      if (!isExplained) return `no act of link ${link.position} explains its ${name}`;
    }
  }
  return null;
}

const idOf = (id: number | null | undefined) =>
  id == null ? null : id.toString(16).padStart(8, '0');

function reserveFault({ acts, reservation_price }: Course): string | null {
  const last = acts.findLast(({ after }) => after.reservation_price !== undefined);
  return last === undefined || last.after.reservation_price === reservation_price
    ? null
    : 'its reservation price is not what the history says';
}

/** Each notification of a winner creates a collection. Its later changes are in the history. */
function collectionFault({ acts, collections }: Course): string | null {
  const expected: Course['collections'] = [];
  for (const { action, after } of acts) {
    if (action === 'notify winner' || action === 'accept offer') {
      expected.push({ paid_at: null, waived_days: 0 });
    }
    const last = expected.at(-1);
    if (action === 'change collection' && last) {
      if (after.paid_at !== undefined) last.paid_at = after.paid_at;
      if (after.waived_days !== undefined) last.waived_days = after.waived_days;
    }
  }
  // Notifications from before collections existed created none.
  const lastExpected = expected.slice(-collections.length);
  for (const [at, { paid_at, waived_days }] of collections.entries()) {
    if (
      lastExpected[at] &&
      (lastExpected[at].paid_at !== paid_at || lastExpected[at].waived_days !== waived_days)
    ) {
      return 'its payment or its waived days are not what the history says';
    }
  }
  return null;
}

const NULL = -1;
const OUTCOME = [
  'closed_at',
  'end_dt',
  'winning_bid_id',
  'winner_notified_at',
  'bids_released_at',
] as const;

/**
 * Parses PostgreSQL's binary format of a record: a count, then type, length (−1: null) and bytes of each column.
 */
function readOutcome(hex: string): Outcome {
  const bytes = Buffer.from(hex, 'hex');
  const outcome = {} as Outcome;
  let at = 4;
  for (const name of OUTCOME) {
    const length = bytes.readInt32BE(at + 4);
    at += 8;
    outcome[name] = length === NULL ? null : bytes.toString('hex', at, at + length);
    at += Math.max(length, 0);
  }
  return outcome;
}
