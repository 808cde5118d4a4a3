import * as z from 'zod/mini';
import { category } from '../categories.ts';
import { id, instant, kronor } from '../fields.ts';
import { condition } from './condition.ts';
import { CONDITION_LABEL } from './condition-words.ts';
import { DAMAGE_CONDITIONS, DAMAGE_LABEL } from './damage-conditions.ts';

/**
 * How a value is written for people: a number with its unit, a choice by its words. Decides the label's unit in the
 * form, the text on the page, in «Historik» and in the proof, and the type in the feed's JSON.
 */
export type FieldKind =
  | 'text'
  | 'year'
  | 'mil'
  | 'kronor'
  | 'flag'
  | 'choice'
  | 'time'
  | 'categories'
  | 'place'
  | 'condition';

/** Until when a field may be changed: the rows of AUC-15, in `auction-locks.ts`. */
export type FieldLock =
  | 'never'
  | 'first_bid'
  | 'end'
  | 'hand_over'
  | 'more'
  | 'wider'
  | 'lower'
  | 'later';

/** A section of the form. */
export type FieldSection = 'fordon' | 'skick' | 'skada' | 'pris' | 'tid' | 'plats';

/** Everything that forms, pages and lists need to know about a field, except its input (`auction-form.ts`). */
export interface FieldSpec {
  label: string;
  kind: FieldKind;
  section: FieldSection;
  lock: FieldLock;
  /** The answers that have the field: cards of lists and the auction, or the auction only. */
  reply: 'card' | 'auction';
  /** The value in an answer. Null is also what the viewer may not know. */
  schema: z.ZodMiniType;
  /** The words of a choice or flag, by value. A flag without them is «Ja» or «Nej». */
  words?: Record<string, string>;
  /** The field is a row of the page's facts about the object. */
  is_fact?: true;
  /** The field is a row of the printed sheet. */
  is_printed?: true;
  /** The field is not copied when the object is relisted (RELIST-2). */
  is_not_copied?: true;
  /** The label in «Historik», if it differs; null if the field is not shown there. */
  history?: string | null;
  /** The field is a column of the export (`export-auctions.ts`), with this heading if it differs from the label. */
  exported?: true | string;
}

/**
 * The fields of an auction that its form has, in the order of pages and «Historik». Add a field here; CONTRIBUTING.md
 * lists the other places.
 */
export const AUCTION_FIELDS = {
  registration_number: {
    label: 'Reg.nr',
    kind: 'text',
    section: 'fordon',
    lock: 'first_bid',
    reply: 'card',
    schema: z.string(),
    is_fact: true,
    is_printed: true,
    exported: true,
  },
  chassis_number: {
    label: 'Chassi.nr',
    kind: 'text',
    section: 'fordon',
    lock: 'first_bid',
    reply: 'card',
    schema: z.string(),
    is_fact: true,
    is_printed: true,
    exported: true,
  },
  /** `categories` in answers. */
  category_ids: {
    label: 'Kategori',
    kind: 'categories',
    section: 'fordon',
    lock: 'more',
    reply: 'card',
    schema: z.array(category),
    is_fact: true,
    is_printed: true,
    exported: true,
  },
  manufacturer: {
    label: 'Fabrikat',
    kind: 'text',
    section: 'fordon',
    lock: 'end',
    reply: 'card',
    schema: z.string(),
    is_fact: true,
    exported: true,
  },
  model: {
    label: 'Modell',
    kind: 'text',
    section: 'fordon',
    lock: 'end',
    reply: 'card',
    schema: z.string(),
    is_fact: true,
    exported: true,
  },
  model_year: {
    label: 'Årsmodell',
    kind: 'year',
    section: 'fordon',
    lock: 'end',
    reply: 'card',
    schema: z.nullable(z.int()),
    is_fact: true,
    exported: true,
  },
  /** In mil, ten kilometres (AUC-17). */
  mileage: {
    label: 'Mätarställning',
    kind: 'mil',
    section: 'fordon',
    lock: 'end',
    reply: 'card',
    schema: z.nullable(z.int()),
    is_fact: true,
    is_printed: true,
    exported: 'Mätarställning (mil)',
  },
  /** The company's own number of the claim; null for stations, and if nobody wrote one (FEED-3, FEED-5). */
  claim_number: {
    label: 'Skadenummer',
    kind: 'text',
    section: 'fordon',
    lock: 'never',
    reply: 'card',
    schema: z.nullable(z.string()),
    is_fact: true,
    exported: true,
  },
  damage_condition: {
    label: 'Säljes för',
    kind: 'choice',
    words: DAMAGE_LABEL,
    section: 'skick',
    lock: 'first_bid',
    reply: 'card',
    schema: z.enum(DAMAGE_CONDITIONS),
    is_printed: true,
    exported: true,
  },
  is_global: {
    label: 'Säljområde',
    kind: 'flag',
    words: { false: 'Egna verkstäder', true: 'Alla verkstäder' },
    section: 'skick',
    lock: 'wider',
    reply: 'card',
    schema: z.boolean(),
    exported: true,
  },
  description: {
    label: 'Beskrivning',
    kind: 'text',
    section: 'skick',
    lock: 'never',
    reply: 'auction',
    schema: z.string(),
    exported: true,
  },
  /** JSON text in forms, an object in answers (DMG-8). */
  condition: {
    label: CONDITION_LABEL,
    kind: 'condition',
    section: 'skada',
    lock: 'end',
    reply: 'auction',
    schema: condition,
  },
  start_bid: {
    label: 'Utropspris',
    kind: 'kronor',
    section: 'pris',
    lock: 'first_bid',
    reply: 'card',
    schema: kronor,
    is_printed: true,
    exported: true,
  },
  reservation_price: {
    label: 'Reservationspris',
    kind: 'kronor',
    section: 'pris',
    lock: 'lower',
    reply: 'card',
    schema: z.nullable(kronor),
    is_printed: true,
    exported: true,
  },
  hidden_bids: {
    label: 'Dolda bud',
    kind: 'flag',
    section: 'pris',
    lock: 'first_bid',
    reply: 'card',
    schema: z.boolean(),
    is_printed: true,
    exported: true,
  },
  hidden_reservation_price: {
    label: 'Dolt reservationspris',
    kind: 'flag',
    section: 'pris',
    lock: 'first_bid',
    reply: 'card',
    schema: z.boolean(),
    exported: true,
  },
  start_dt: {
    label: 'Starttid',
    kind: 'time',
    section: 'tid',
    lock: 'first_bid',
    reply: 'card',
    schema: instant,
    is_not_copied: true,
    exported: 'Start',
  },
  end_dt: {
    label: 'Sluttid',
    kind: 'time',
    section: 'tid',
    lock: 'later',
    reply: 'card',
    schema: instant,
    is_not_copied: true,
    exported: 'Slut',
  },
  /** The id of the company's place; «Historik» and export have its name. */
  staging_area: {
    label: 'Uppställningsplats',
    kind: 'place',
    section: 'plats',
    lock: 'hand_over',
    reply: 'card',
    schema: z.nullable(id),
    history: null,
  },
  staging_area_name: {
    label: 'Annan uppställningsplats',
    kind: 'text',
    section: 'plats',
    lock: 'hand_over',
    reply: 'card',
    schema: z.string(),
    is_printed: true,
    history: 'Uppställningsplats',
    exported: 'Uppställningsplats',
  },
  /** For staff: whether the object is relisted for dismantling if it is not sold (RELIST-6). */
  relist_dismantling: {
    label: 'Om objektet inte säljs',
    kind: 'flag',
    section: 'skick',
    lock: 'end',
    reply: 'auction',
    schema: z.nullable(z.boolean()),
    is_not_copied: true,
    history: 'Läggs upp på nytt för demontering',
    exported: true,
  },
} as const satisfies Record<string, FieldSpec>;

type Table = typeof AUCTION_FIELDS;

export type AuctionField = keyof Table;

/** The fields whose entry in the table fits `Part`. */
export type FieldWith<Part> = {
  [Field in AuctionField]: Table[Field] extends Part ? Field : never;
}[AuctionField];

/** The fields of a section of the form. */
export type FieldIn<Section extends FieldSection> = FieldWith<{ section: Section }>;

/** The names of the fields, in the order of the table. */
export const FIELD_NAMES = Object.keys(AUCTION_FIELDS) as AuctionField[];

/** The entry of a field, as any of them. */
export const fieldSpec = (field: AuctionField): FieldSpec => AUCTION_FIELDS[field];

const UNIT: Partial<Record<FieldKind, string>> = { kronor: ' (kr)', mil: ' (mil)' };

/** The label of a field in the form, with its unit. */
export function formLabel(field: AuctionField): string {
  const { label, kind } = fieldSpec(field);
  return label + (UNIT[kind] ?? '');
}

/** The labels of the form's date and time fields. The form has two fields for each time of the auction. */
export const TIME_LABEL = {
  start_date: 'Startdatum',
  start_time: 'Starttid',
  end_date: 'Slutdatum',
  end_time: 'Sluttid',
} as const;

/** The fields that are copied when an object is relisted (RELIST-2). */
export type CopiedField = Exclude<AuctionField, FieldWith<{ is_not_copied: true }>>;

export const COPIED_FIELDS = FIELD_NAMES.filter(
  (field): field is CopiedField => !fieldSpec(field).is_not_copied,
);

/** The fields of an answer, with their schemas; categories have another name there. */
type ReplyField<Reply extends FieldSpec['reply']> = Exclude<
  FieldWith<{ reply: Reply }>,
  'category_ids'
>;

export type CardField = ReplyField<'card'>;

/** The schemas of a kind of answer, by field. */
// @__NO_SIDE_EFFECTS__
export function replySchemas<Reply extends FieldSpec['reply']>(
  reply: Reply,
): { [Field in ReplyField<Reply>]: Table[Field]['schema'] } {
  const fields = FIELD_NAMES.filter(
    (field) => fieldSpec(field).reply === reply && field !== 'category_ids',
  );
  return Object.fromEntries(fields.map((field) => [field, AUCTION_FIELDS[field].schema])) as {
    [Field in ReplyField<Reply>]: Table[Field]['schema'];
  };
}
