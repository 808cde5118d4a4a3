import {
  addDays,
  EXAMINATION_DAYS,
  PAYMENT_DAYS,
  stockholmDate,
  stockholmTime,
  weekdayDate,
} from '../dates.ts';
import { formatKronor } from '../money.ts';
import type { Collection } from './collection.ts';
import type { Deregistration } from './deregistration.ts';
import { storageDays } from './storage.ts';
import { paymentSentence, registrationSentence, STORAGE_FEE } from './winner-steps.ts';

/** Days to notify Transportstyrelsen of the new owner (MAIL-1). */
export const OWNERSHIP_DAYS = 10;

export type StepKind = 'pay' | 'book' | 'collect' | 'examine' | 'ownership' | 'certificate';

/** `past`: its time is over, and nobody notes whether it was done. */
export type StepState = 'done' | 'open' | 'late' | 'past';

/** The acts that a step's button offers, to the buyer and to the seller. */
export type BuyerAct = 'book' | 'show pass' | 'send certificate';
export type SellerAct = 'note payment' | 'hand over' | 'judge certificate';

/** A step from a win to its end, in words (PICK-14). */
export interface JourneyStep {
  kind: StepKind;
  title: string;
  state: StepState;
  /** The buyer's current step. */
  is_current: boolean;
  /** The last day, or the day that it was done; YYYY-MM-DD. Null: none is known. */
  day: string | null;
  /** The day in words; '' if none is known. */
  when: string;
  /** Kronor, excluding VAT: the price to pay, or the storage so far. Null: none. */
  money: number | null;
  /** A note; '' if there is none. */
  note: string;
  buyer: BuyerAct | null;
  seller: SellerAct | null;
}

/** What the journey is computed from. Times are ISO, dates YYYY-MM-DD. */
export interface JourneyFacts {
  end_dt: string | Date;
  winner_notified_at: string | Date | null;
  damage_condition: 'DISASSEMBLY' | 'REPAIR';
  /** The price, excluding VAT. */
  winning_bid: number | null;
  company_name: string;
  collection: Pick<
    Collection,
    | 'state'
    | 'release_after_payment'
    | 'released_at'
    | 'paid_at'
    | 'free_until'
    | 'storage_days'
    | 'storage_cost'
    | 'waived_days'
    | 'booked_dt'
    | 'handed_over_at'
  >;
  deregistration: Pick<Deregistration, 'state' | 'due_date' | 'returned_reason'> | null;
}

/** The title of an act's button. */
export const BUYER_ACT: Record<BuyerAct, string> = {
  book: 'Boka hämtning',
  'show pass': 'Visa hämtkod',
  'send certificate': 'Skicka in intyg',
};

/** What the buyer can do next: the act of the current step, or else of the first later one. Null: nothing. */
export function nextAct(steps: readonly JourneyStep[]): BuyerAct | null {
  const from = steps.findIndex(({ is_current }) => is_current);
  if (from < 0) return null;
  return steps.slice(from).find(({ buyer }) => buyer !== null)?.buyer ?? null;
}

/** The step that the buyer is at; undefined when all is done. */
export const currentStep = (steps: readonly JourneyStep[]) =>
  steps.find(({ is_current }) => is_current);

/**
 * The steps of a purchase, in order: Betala, Boka, Hämta, Undersök, Ägarbyte (for dismantling Skrotningsintyg), as the
 * buyer, the seller and the yard see them at a time (PICK-14). Empty for an undone purchase.
 */
export function journey(facts: JourneyFacts, now: Date): JourneyStep[] {
  if (facts.collection.state === 'undone') return [];
  const today = stockholmDate(now);
  const steps = [
    payStep(facts, today),
    ...bookStep(facts, today),
    collectStep(facts, now),
    examineStep(facts, today),
    registerStep(facts, today),
  ];
  const current = steps.find((step) => isNext(step, facts));
  return steps.map((step) => ({ ...step, is_current: step === current }));
}

type Step = Omit<JourneyStep, 'is_current'>;

/** Whether the step can be the buyer's current one. Paying is it only while the code is withheld, or after the hand-over. */
function isNext({ kind, state }: Step, { collection }: JourneyFacts): boolean {
  if (state === 'done' || state === 'past') return false;
  if (kind !== 'pay') return true;
  return collection.released_at === null || collection.handed_over_at !== null;
}

const dueState = (due: string, today: string): StepState => (due < today ? 'late' : 'open');

function payStep(facts: JourneyFacts, today: string): Step {
  const { paid_at, handed_over_at } = facts.collection;
  const step = { kind: 'pay', title: 'Betala', money: facts.winning_bid, buyer: null } as const;
  if (paid_at !== null) {
    const when = `Betalt ${weekdayDate(paid_at, today)}`;
    return { ...step, state: 'done', day: paid_at, when, note: '', seller: null };
  }
  const due = addDays(stockholmDate(new Date(facts.end_dt)), PAYMENT_DAYS);
  const isCollected = handed_over_at !== null;
  return {
    ...step,
    state: dueState(due, today),
    day: due,
    when: `Senast ${weekdayDate(due, today)}${isCollected ? '' : ', före hämtning'}`,
    note: paymentSentence(facts.company_name, isCollected),
    seller: 'note payment',
  };
}

/** Empty if the object was collected without a booking. */
function bookStep({ collection }: JourneyFacts, today: string): Step[] {
  const { booked_dt, handed_over_at, released_at, free_until } = collection;
  const step = { kind: 'book', title: 'Boka', money: null, note: '', seller: null } as const;
  if (booked_dt !== null) {
    const day = stockholmDate(new Date(booked_dt));
    const when = `${weekdayDate(day, today)} ${stockholmTime(new Date(booked_dt))}`.replace(
      / (?=\d\d:)/,
      '\u00a0',
    );
    const buyer = handed_over_at === null ? 'book' : null;
    return [{ ...step, state: 'done', day, when, buyer }];
  }
  if (handed_over_at !== null) return [];
  if (released_at === null) {
    return [{ ...step, state: 'open', day: null, when: 'När betalningen är noterad', buyer: null }];
  }
  const state = dueState(free_until, today);
  const free = state === 'late' ? 'Fri lagring slutade' : 'Fri lagring t.o.m.';
  const when = `${free} ${weekdayDate(free_until, today)}`;
  return [{ ...step, state, day: free_until, when, buyer: 'book' }];
}

function collectStep({ collection }: JourneyFacts, now: Date): Step {
  const { handed_over_at, free_until, storage_days, storage_cost, released_at } = collection;
  const today = stockholmDate(now);
  const step = {
    kind: 'collect',
    title: 'Hämta',
    money: storage_days > 0 ? storage_cost : null,
  } as const;
  if (handed_over_at !== null) {
    const day = stockholmDate(new Date(handed_over_at));
    const note = storage_days > 0 ? `Lagring ${storage_days} dygn` : '';
    const when = `Utlämnat ${weekdayDate(day, today)}`;
    return { ...step, state: 'done', day, when, note, buyer: null, seller: null };
  }
  const hasCode = released_at !== null;
  return {
    ...step,
    state: storage_days > 0 ? 'late' : 'open',
    day: free_until,
    when: `Senast ${weekdayDate(free_until, today)}`,
    note:
      storage_days > 0
        ? storageSoFar(collection, now)
        : `Därefter kostar lagringen ${formatKronor(STORAGE_FEE)} per påbörjat dygn.`,
    buyer: hasCode ? 'show pass' : null,
    seller: hasCode || !collection.release_after_payment ? 'hand over' : null,
  };
}

/** «Lagring hittills 4 000 kr, ökar med 1 000 kr vid midnatt» (PICK-14). Days that do not count do not increase it. */
function storageSoFar(collection: JourneyFacts['collection'], now: Date): string {
  const { storage_days, storage_cost, released_at } = collection;
  const facts = { ...collection, released_at: released_at === null ? null : new Date(released_at) };
  const tomorrow = new Date(`${addDays(stockholmDate(now), 1)}T12:00:00Z`);
  const sum = `Lagring hittills ${formatKronor(storage_cost)}`;
  return storageDays(facts, tomorrow) > storage_days
    ? `${sum}, ökar med ${formatKronor(STORAGE_FEE)} vid midnatt`
    : sum;
}

function examineStep({ winner_notified_at, end_dt }: JourneyFacts, today: string): Step {
  const from = stockholmDate(new Date(winner_notified_at ?? end_dt));
  const due = addDays(from, EXAMINATION_DAYS);
  return {
    kind: 'examine',
    title: 'Undersök',
    state: due < today ? 'past' : 'open',
    day: due,
    when: `Reklamera senast ${weekdayDate(due, today)}`,
    money: null,
    note: '',
    buyer: null,
    seller: null,
  };
}

function registerStep(facts: JourneyFacts, today: string): Step {
  const { collection, deregistration, damage_condition } = facts;
  const empty = { money: null, note: '', buyer: null, seller: null } as const;
  if (damage_condition === 'DISASSEMBLY' && deregistration !== null) {
    return {
      kind: 'certificate',
      title: 'Skrotningsintyg',
      ...empty,
      ...certificate(facts, today),
    };
  }
  const { handed_over_at } = collection;
  const from = handed_over_at === null ? null : stockholmDate(new Date(handed_over_at));
  const due = from === null ? null : addDays(from, OWNERSHIP_DAYS);
  const isForParts = damage_condition === 'DISASSEMBLY';
  return {
    ...empty,
    kind: isForParts ? 'certificate' : 'ownership',
    title: isForParts ? 'Skrotningsintyg' : 'Ägarbyte',
    // Nobody records whether it was done.
    state: due !== null && (isForParts || due < today) ? 'past' : 'open',
    day: isForParts ? null : due,
    when: due === null || isForParts ? '' : `Senast ${weekdayDate(due, today)}`,
    note: registrationSentence({ damage_condition }),
  };
}

function certificate({ collection, deregistration }: JourneyFacts, today: string) {
  const buyer = collection.handed_over_at === null ? null : 'send certificate';
  const { state, due_date, returned_reason } = deregistration!;
  const when = `Senast ${weekdayDate(due_date, today)}`;
  switch (state) {
    case 'approved':
      return { state: 'done', day: null, when: 'Godkänt' } as const;
    case 'waived':
      return { state: 'done', day: null, when: 'Krävs inte' } as const;
    case 'submitted':
      return {
        state: 'open',
        day: due_date,
        when: 'Inskickat',
        note: 'Säljaren granskar intyget.',
        seller: 'judge certificate',
      } as const;
    case 'returned':
      return {
        state: dueState(due_date, today),
        day: due_date,
        when,
        note: `Kompletteras: ${returned_reason ?? ''}`,
        buyer,
      } as const;
    default:
      return {
        state: dueState(due_date, today),
        day: due_date,
        when,
        buyer,
      } as const;
  }
}

/** The groups of Vunna auktioner, the most urgent first (LIST-17). */
export const PURCHASE_GROUPS = ['costing', 'unpaid', 'collect', 'certificate', 'done'] as const;

export type PurchaseGroup = (typeof PURCHASE_GROUPS)[number];

/** The headings of the groups. */
export const PURCHASE_GROUP: Record<PurchaseGroup, string> = {
  costing: 'Kostar pengar nu',
  unpaid: 'Att betala',
  collect: 'Att hämta',
  certificate: 'Intyg saknas',
  done: 'Klara',
};

/** The group of a purchase (LIST-17); `list-order.ts` has the same in SQL. */
export function purchaseGroupOf({
  collection,
  deregistration,
}: {
  collection: Pick<Collection, 'state' | 'paid_at' | 'storage_days'> | null;
  deregistration: Pick<Deregistration, 'state'> | null;
}): PurchaseGroup {
  if (collection === null || collection.state === 'undone') return 'done';
  const isWaiting = collection.state !== 'handed_over';
  if (isWaiting && collection.storage_days > 0) return 'costing';
  if (collection.paid_at === null) return 'unpaid';
  if (isWaiting) return 'collect';
  const isMissing = deregistration?.state === 'awaiting' || deregistration?.state === 'returned';
  return isMissing ? 'certificate' : 'done';
}
