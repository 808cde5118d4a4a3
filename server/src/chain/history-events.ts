import { sha256 } from './canonical.ts';

/** The types in their order within one time (PROOF-2). */
export const TYPES = [
  'terms_accepted',
  'created',
  'changed',
  'media_changed',
  'started',
  'deleted',
  'bid',
  'bid_removed',
  'ended',
  'winner_selected',
  'offer_made',
  'offer_answered',
  'released',
  'notified',
  'relisted',
  'paid',
  'booked',
  'handed_over',
  'undone',
  'certificate_judged',
] as const;

export type EventType = (typeof TYPES)[number];

/** An event before it has a place in the sequence. */
export interface Draft {
  position: number;
  at: string;
  type: EventType;
  id: number;
  data: Record<string, unknown>;
  /** The stored file whose SHA-256 the event has, if it is still stored. */
  key?: string | null | undefined;
}

/** A line of the history. */
export interface Line {
  id: number;
  position: number;
  at: string;
  user_id: number | null;
  action: string;
  before: Values;
  after: Values;
}

// biome-ignore lint/suspicious/noExplicitAny: the history's values differ by action.
type Values = Record<string, any>;

/** What the events of an auction are made of. */
export interface Rows {
  company_id: number;
  /** Everything in the history, in the order of the links. */
  lines: Line[];
  bids: {
    id: number;
    position: number;
    at: string;
    amount: number;
    minimum: number;
    station_id: number;
    user_id: number;
    is_offer: boolean;
    is_automatic: boolean;
    is_removed: boolean;
    end_before: string;
    end_after: string;
  }[];
  terms: { user_id: number; station_id: number; version: string; at: string; position: number }[];
  offers: { id: number; bid_id: number; amount: number; expires_at: string }[];
  certificates: { id: number; at: string }[];
  /** Stored files by `image {id}` and `file {id}`. */
  keys: Record<string, string>;
  started_at: string;
  /** The auctions that it was relisted as, deleted ones too, by number. */
  successors: Record<string, number>;
  is_released: boolean;
}

/** Text that people write. Events have its SHA-256 only (PROOF-3). */
const TEXTS = ['description', 'reason', 'note'];

/** Replaces each text that people wrote by its hash. `keep` gets the texts. */
export function hashTexts(value: unknown, keep?: (text: string) => void): unknown {
  if (Array.isArray(value)) return value.map((one) => hashTexts(one, keep));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (!TEXTS.includes(name) || typeof one !== 'string') return [name, hashTexts(one, keep)];
      keep?.(one);
      return [`${name}_sha256`, sha256(one)];
    }),
  );
}

/** The form of times in events. */
export const iso = (at: string | Date) => new Date(at).toISOString();

/** Returns the events of a line of the history. Lines must be passed in their order, since offers depend on it. */
export function makeLineReader(found: Rows): (line: Line) => Draft[] {
  const bidOf = (id: number) => found.bids.find((bid) => bid.id === id);
  let offers = 0;
  let isReleased = false;
  const openOffer = () => found.offers[offers - 1];
  const answered = (answer: string): [EventType, Values] => [
    'offer_answered',
    { offer_id: openOffer()?.id ?? null, answer, bid_id: openOffer()?.bid_id ?? null },
  ];
  const withdrawn = ({ before }: Line): [EventType, Values][] =>
    before.withdrawn_offer === undefined ? [] : [answered('withdrawn')];
  const reasonOf = ({ after }: Line) => ({
    reason_sha256: after.reason ? sha256(after.reason) : null,
  });

  const READERS: Record<string, (line: Line) => [EventType, Values, string?][]> = {
    create: ({ user_id, after }) => [['created', { user_id, fields: hashTexts(after) }]],
    change: ({ user_id, before, after }) => [
      ['changed', { user_id, before: hashTexts(before), after: hashTexts(after) }],
    ],
    delete: ({ user_id }) => [['deleted', { user_id }]],
    // With the automatic bids that it caused (AUTO-11).
    'remove bid': ({ user_id, before }) =>
      [before, ...(before.with ?? [])].map(({ bid_id }) => ['bid_removed', { bid_id, user_id }]),
    close: (line) => [['ended', ending(line, 'clock')]],
    cancel: (line) => [['ended', ending(line, 'cancel')]],
    'select winner': (line) => [
      ...withdrawn(line),
      [
        'winner_selected',
        { ...winner(line), reason_code: line.after.reason_code ?? null, ...reasonOf(line) },
      ],
    ],
    'notify winner': (line) => [['notified', notice(line)]],
    'make offer': (line) => {
      offers += 1;
      const { bid_id, amount, expires_at, reason_code } = line.after;
      return [
        [
          'offer_made',
          {
            offer_id: openOffer()?.id ?? null,
            bid_id,
            station_id: bidOf(bid_id)?.station_id ?? null,
            amount,
            expires_at: iso(expires_at),
            user_id: line.user_id,
            reason_code: reason_code ?? null,
            ...reasonOf(line),
          },
        ],
      ];
    },
    'accept offer': (line) => [
      ['offer_answered', { ...answered('accepted')[1], bid_id: line.after.winning_bid_id }],
      ['notified', notice(line)],
    ],
    'decline offer': () => [answered('declined')],
    'withdraw offer': () => [answered('withdrawn')],
    'expire offer': () => [answered('expired')],
    'decline sale': (line) => [...withdrawn(line), released(line, 'declined')],
    'release bids': (line) => [released(line, 'due')],
    relist: (line) => {
      if (line.after.relisted_as === undefined) {
        return [['created', { user_id: line.user_id, fields: hashTexts(line.after) }]];
      }
      const isRelease = found.is_released && !isReleased;
      return [
        ...withdrawn(line),
        ...(isRelease ? [released(line, 'relisted')] : []),
        [
          'relisted',
          { auction_id: found.successors[line.after.relisted_as] ?? null, user_id: line.user_id },
        ],
      ];
    },
    'change collection': ({ user_id, after }) =>
      after.paid_at === undefined ? [] : [['paid', { paid_at: after.paid_at, user_id }]],
    'book pickup': ({ user_id, after }) => [
      ['booked', { booked_dt: iso(after.booked_dt), user_id }],
    ],
    'cancel pickup': ({ user_id }) => [['booked', { booked_dt: null, user_id }]],
    'hand over': ({ user_id, after }) => [
      [
        'handed_over',
        {
          user_id,
          by_code: after.reason === undefined,
          storage_days: after.storage_days ?? null,
          storage_cost: after.storage_cost ?? null,
        },
      ],
    ],
    'undo purchase': (line) => [
      [
        'undone',
        {
          bid_id: line.before.winning_bid_id,
          user_id: line.user_id,
          agreed: line.after.agreed ?? false,
          ...reasonOf(line),
        },
      ],
    ],
    'approve deregistration': (line) => [judged(line, 'approved')],
    'return deregistration': (line) => [judged(line, 'returned')],
    'waive deregistration': (line) => [judged(line, 'waived')],
    'add cover': (line) => [media(line, 'image', 'added', line.after.image_id)],
    'add image': (line) => [media(line, 'image', 'added', line.after.image_id)],
    'remove image': (line) => [media(line, 'image', 'removed', line.before.image_id)],
    'change image': (line) => [media(line, 'image', 'changed', line.after.image_id)],
    'order images': (line) => [media(line, 'image', 'ordered', line.after.image_ids?.[0] ?? null)],
    'add file': (line) => [media(line, 'file', 'added', line.after.file_id)],
    'remove file': (line) => [media(line, 'file', 'removed', line.before.file_id)],
    'change file': (line) => [media(line, 'file', 'changed', line.after.file_id)],
  };

  function winner({ after, user_id }: Line) {
    const bid_id = after.winning_bid_id;
    const bid = bidOf(bid_id);
    return { bid_id, station_id: bid?.station_id ?? null, amount: bid?.amount ?? null, user_id };
  }
  function notice(line: Line) {
    const { bid_id, station_id, user_id } = winner(line);
    return { bid_id, station_id, user_id };
  }
  function ending({ position, user_id, after }: Line, by: 'clock' | 'cancel') {
    const standing = found.bids.filter((bid) => bid.position === position && !bid.is_removed);
    const amounts = standing.map(({ amount }) => amount);
    return {
      by,
      user_id,
      bid_count: standing.length,
      highest_bid: amounts.length > 0 ? Math.max(...amounts) : null,
      winning_bid_id: after.winning_bid_id ?? null,
    };
  }
  function released(line: Line, why: string): [EventType, Values] {
    isReleased = true;
    return ['released', { why, user_id: line.user_id, ...reasonOf(line) }];
  }
  function judged(line: Line, verdict: string): [EventType, Values] {
    const seen = found.certificates.findLast(({ at }) => iso(at) <= iso(line.at));
    return [
      'certificate_judged',
      { certificate_id: seen?.id ?? null, verdict, user_id: line.user_id, ...reasonOf(line) },
    ];
  }
  function media(
    { user_id }: Line,
    kind: 'image' | 'file',
    action: string,
    id: number | null,
  ): [EventType, Values, string] {
    return ['media_changed', { user_id, kind, action, id }, `${kind} ${id}`];
  }

  return (line) =>
    (READERS[line.action]?.(line) ?? []).map(([type, data, file]) => ({
      position: line.position,
      at: line.at,
      type,
      id: line.id,
      data,
      ...(file !== undefined && { key: found.keys[file] ?? null }),
    }));
}
