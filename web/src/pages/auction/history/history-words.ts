import type { Condition } from '@restvarde/contract/auctions/condition';
import { DOCUMENT_KINDS, type DocumentKind } from '@restvarde/contract/auctions/document-kinds';
import { AUCTION_FIELDS, type AuctionField, fieldSpec } from '@restvarde/contract/auctions/fields';
import { HISTORY_LABELS, type HistoryEntry } from '@restvarde/contract/auctions/history';
import { IMAGE_VIEWS, type ImageView } from '@restvarde/contract/auctions/image-views';
import type { Category } from '@restvarde/contract/categories';
import { formatKronor } from '@restvarde/contract/money';
import { reasonInWords } from '@restvarde/contract/sale/winner-reasons';
import { fullName } from '@restvarde/contract/users';
import { conditionText } from '../../../features/auctions/condition/condition-text.ts';
import { valueText } from '../../../features/auctions/field-text.ts';
import { formatDateTime } from '../../../ui/format/dates.ts';

/** An entry of «Historik» in plain Swedish (AUC-16). */
export interface HistoryWords {
  who: string;
  /** «ändrade auktionen». */
  what: string;
  /** The changed fields; an empty value is «inget». */
  changes: { field: string; from: string; to: string }[];
  /** The reason, in the user's own words. */
  reason: string | null;
}

type Facts = Record<string, unknown>;

const wordOf = (value: unknown) => (typeof value === 'string' ? value : null);

type Write = (value: unknown, categories: readonly Category[]) => string;

const EMPTY = 'inget';
/** Longer texts are shortened to this many characters. */
const MAX_LENGTH = 240;

const text: Write = (value) => {
  const written = String(value ?? '');
  if (written === '') return EMPTY;
  return written.length > MAX_LENGTH ? `${written.slice(0, MAX_LENGTH)} …` : written;
};
const kronor: Write = (value) => (typeof value === 'number' ? formatKronor(value) : EMPTY);
const time: Write = (value) => (typeof value === 'string' ? formatDateTime(value) : EMPTY);

const isField = (name: string): name is AuctionField => name in AUCTION_FIELDS;

/** Writes a value of a field or term. Flags are in lower case, and a removed category has no name. */
function writerOf(field: string): Write {
  if (field === 'allows_max_bids') return (value) => (value === true ? 'ja' : 'nej');
  if (!isField(field)) return text;
  const { kind } = fieldSpec(field);
  if (kind === 'categories') {
    return (value, categories) =>
      (Array.isArray(value) ? value : [])
        .map((id) => categories.find((one) => one.id === id)?.name ?? 'Borttagen kategori')
        .join(', ') || EMPTY;
  }
  if (kind === 'condition')
    return (value) => (value ? conditionText(value as Condition) || EMPTY : EMPTY);
  if (kind === 'flag') return (value) => valueText(field, value === true).toLowerCase();
  return (value, categories) => text(valueText(field, value), categories);
}

/** Describes an entry; `categories` provides their names. */
export function describeEntry(entry: HistoryEntry, categories: readonly Category[]): HistoryWords {
  const before = entry.before ?? {};
  const after = entry.after ?? {};
  const reason = reasonInWords(wordOf(after.reason_code), wordOf(after.reason));
  return {
    // Entries without a user were made automatically.
    who: entry.user === null ? 'Automatiskt' : fullName(entry.user),
    what: describeAction(entry, before, after),
    changes:
      entry.action === 'change' || entry.action === 'cancel'
        ? describeChanges(before, after, categories)
        : [],
    reason: reason === '' ? null : reason,
  };
}

interface Act extends Pick<HistoryEntry, 'user' | 'service_station_name'> {
  before: Facts;
  after: Facts;
}

const offered = (amount: unknown) => `erbjudandet på ${kronor(amount, [])}`;
const from = ({ service_station_name: name }: Act) => (name === null ? '' : ` från ${name}`);
const to = ({ service_station_name: name }: Act) => (name === null ? '' : ` till ${name}`);

/** What each action did. Other actions changed the auction. */
const ACTIONS: Record<string, string | ((act: Act) => string)> = {
  create: 'lade till auktionen',
  'add image': 'lade till en bild',
  'add cover': 'lade till en bild som huvudbild',
  'remove image': 'tog bort en bild',
  'order images': 'ändrade bildernas ordning',
  'change image': ({ after }) =>
    after.view === null
      ? 'tog bort en bilds vy'
      : `angav att en bild visar ”${IMAGE_VIEWS[after.view as ImageView] ?? ''}”`,
  'change file': ({ after }) =>
    `angav att dokumentet ${text(after.name, [])} är ”${DOCUMENT_KINDS[after.kind as DocumentKind] ?? ''}”`,
  'add file': ({ after }) => `lade till dokumentet ${text(after.name, [])}`,
  'remove file': ({ before }) => `tog bort dokumentet ${text(before.name, [])}`,
  cancel: 'avslutade auktionen i förtid',
  close: (act) =>
    act.after.winning_bid_id === null
      ? 'Auktionen avslutades, utan vinnare'
      : `Auktionen avslutades, med ${kronor(act.after.highest_bid, [])}${from(act)} som vinnande bud`,
  'select winner': (act) =>
    `valde budet på ${kronor(act.after.amount, [])}${from(act)} som vinnande bud`,
  'notify winner': 'meddelade vinnaren',
  'change collection': ({ after }) => describeCollection(after),
  'book pickup': ({ after }) => `bokade hämtning ${time(after.booked_dt, [])}`,
  'cancel pickup': ({ before }) => `avbokade hämtningen ${time(before.booked_dt, [])}`,
  'add sale document': ({ after }) => `lade till dokumentet ${text(after.name, [])} till köpet`,
  'remove sale document': ({ before }) => `tog bort dokumentet ${text(before.name, [])} från köpet`,
  'hand over': ({ after }) => `lämnade ut objektet${storageOf(after)}`,
  'undo purchase': ({ after }) =>
    `hävde köpet${after.agreed === true ? ', som köparen godkände' : ''}${storageOf(after)}`,
  'send certificate': ({ after }) =>
    `skickade in intyg om avregistrering: ${text(after.document, [])}`,
  'approve deregistration': 'godkände avregistreringen',
  'return deregistration': 'bad om komplettering av avregistreringen',
  'waive deregistration': 'avstod från avregistrering',
  'remove bid': (act) => `tog bort budet på ${kronor(act.before.amount, [])}${from(act)}`,
  'make offer': (act) => `gav ett erbjudande på ${kronor(act.after.amount, [])}${to(act)}`,
  'withdraw offer': (act) => `drog tillbaka ${offered(act.before.amount)}${to(act)}`,
  'accept offer': ({ after, service_station_name: name }) =>
    `antog ${offered(after.amount)}${name === null ? '' : ` för ${name}`}`,
  'decline offer': ({ before }) => `avböjde ${offered(before.amount)}`,
  'expire offer': (act) => `Erbjudandet på ${kronor(act.before.amount, [])}${to(act)} gick ut`,
  'decline sale': 'avslutade utan försäljning: buden är inte längre bindande',
  'release bids': 'Tiden att avgöra gick ut: buden är inte längre bindande',
  relist: ({ user, after }) =>
    `${user === null ? 'Objektet lades upp' : 'lade upp objektet'} på nytt, ${
      after.relisted_as === undefined
        ? `från auktion ${text(after.relisted_from, [])}`
        : `som auktion ${text(after.relisted_as, [])}`
    }`,
  'fail to relist': 'Objektet kunde inte läggas upp på nytt för demontering',
  delete: 'raderade auktionen',
};

function describeAction(entry: HistoryEntry, before: Facts, after: Facts): string {
  const act = ACTIONS[entry.action] ?? 'ändrade auktionen';
  return typeof act === 'string' ? act : act({ ...entry, before, after });
}

/** What was recorded about a collection (PICK-3, PICK-6). */
function describeCollection({ paid_at, waived_days }: Facts): string {
  const noted = [
    typeof paid_at === 'string' && `noterade betalning ${paid_at}`,
    paid_at === null && 'tog bort noteringen om betalning',
    typeof waived_days === 'number' && `strök ${waived_days} dygn av lagringen`,
  ];
  return noted.filter(Boolean).join(' och ');
}

const storageOf = ({ storage_days, storage_cost }: Facts) =>
  storage_days ? `, lagring ${text(storage_days, [])} dygn: ${kronor(storage_cost, [])}` : '';

function describeChanges(
  before: Facts,
  after: Facts,
  categories: readonly Category[],
): HistoryWords['changes'] {
  return HISTORY_LABELS.flatMap(([name, field]) => {
    if (!(name in before || name in after)) return [];
    const write = writerOf(name);
    return [{ field, from: write(before[name], categories), to: write(after[name], categories) }];
  });
}
