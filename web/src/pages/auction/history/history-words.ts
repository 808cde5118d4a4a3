import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import type { HistoryEntry } from '@restvarde/contract/auctions/history';
import { reasonInWords } from '@restvarde/contract/auctions/winner-reasons';
import type { Category } from '@restvarde/contract/categories';
import { formatKronor } from '@restvarde/contract/money';
import { fullName } from '@restvarde/contract/users';
import { formatDateTime } from '../../../ui/format/dates.ts';
import { formatMileage } from '../../../ui/format/numbers.ts';

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
const toWhom = (station: string | null) => (station === null ? '' : ` till ${station}`);

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
const yesNo: Write = (value) => (value === true ? 'ja' : 'nej');

/** A changed field: a field of the form, a place by its name, or a value set by the clock. */
type ChangedField =
  | Exclude<keyof AuctionForm, 'staging_area'>
  | 'decision_days'
  | 'relist_days'
  | 'relist_start_bid_percent'
  | 'relist_reservation_percent';

/** The labels of the fields, in the order of the page. */
const FIELDS: Record<ChangedField, [name: string, write: Write]> = {
  category_ids: [
    'Kategori',
    (value, categories) =>
      (Array.isArray(value) ? value : [])
        .map((id) => categories.find((one) => one.id === id)?.name ?? 'Borttagen kategori')
        .join(', ') || EMPTY,
  ],
  manufacturer: ['Fabrikat', text],
  model: ['Modell', text],
  model_year: ['Årsmodell', text],
  mileage: [
    'Mätarställning',
    (value) => (typeof value === 'number' ? formatMileage(value) : EMPTY),
  ],
  registration_number: ['Reg.nr', text],
  chassis_number: ['Chassi.nr', text],
  damage_condition: [
    'Säljes för',
    (value) => DAMAGE_LABEL[value as keyof typeof DAMAGE_LABEL] ?? text(value, []),
  ],
  is_global: ['Säljområde', (value) => (value === true ? 'alla verkstäder' : 'egna verkstäder')],
  description: ['Beskrivning', text],
  start_bid: ['Utropspris', kronor],
  reservation_price: ['Reservationspris', kronor],
  hidden_bids: ['Dolda bud', yesNo],
  hidden_reservation_price: ['Dolt reservationspris', yesNo],
  start_dt: ['Starttid', time],
  end_dt: ['Sluttid', time],
  staging_area_name: ['Uppställningsplats', text],
  decision_days: ['Tid att avgöra (vardagar)', text],
  relist_dismantling: ['Läggs upp på nytt för demontering', yesNo],
  relist_days: ['Ny auktion (dagar)', text],
  relist_start_bid_percent: ['Nytt utropspris (procent)', text],
  relist_reservation_percent: ['Nytt reservationspris (procent)', text],
};

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

function describeAction(
  { action, user, service_station_name: station }: HistoryEntry,
  before: Facts,
  after: Facts,
): string {
  const whose = station === null ? '' : ` från ${station}`;
  switch (action) {
    case 'create':
      return 'lade till auktionen';
    case 'add image':
      return 'lade till en bild';
    case 'add cover':
      return 'lade till en bild som omslag';
    case 'remove image':
      return 'tog bort en bild';
    case 'order images':
      return 'ändrade bildernas ordning';
    case 'add file':
      return `lade till dokumentet ${text(after.name, [])}`;
    case 'remove file':
      return `tog bort dokumentet ${text(before.name, [])}`;
    case 'cancel':
      return 'avslutade auktionen i förtid';
    case 'close':
      return after.winning_bid_id === null
        ? 'Auktionen avslutades, utan vinnare'
        : `Auktionen avslutades, med ${kronor(after.highest_bid, [])}${whose} som vinnande bud`;
    case 'select winner':
      return `valde budet på ${kronor(after.amount, [])}${whose} som vinnande bud`;
    case 'notify winner':
      return 'meddelade vinnaren';
    case 'change collection':
      return describeCollection(after);
    case 'book pickup':
      return `bokade hämtning ${time(after.booked_dt, [])}`;
    case 'cancel pickup':
      return `avbokade hämtningen ${time(before.booked_dt, [])}`;
    case 'add sale document':
      return `lade till dokumentet ${text(after.name, [])} till köpet`;
    case 'remove sale document':
      return `tog bort dokumentet ${text(before.name, [])} från köpet`;
    case 'hand over':
      return `lämnade ut objektet${storageOf(after)}`;
    case 'undo purchase':
      return `hävde köpet${after.agreed === true ? ', som köparen godkände' : ''}${storageOf(after)}`;
    case 'send certificate':
      return `lämnade intyg om avregistrering: ${text(after.document, [])}`;
    case 'approve deregistration':
      return 'godkände avregistreringen';
    case 'return deregistration':
      return 'bad om komplettering av avregistreringen';
    case 'waive deregistration':
      return 'avstod från avregistrering';
    case 'remove bid':
      return `tog bort budet på ${kronor(before.amount, [])}${whose}`;
    case 'make offer':
      return `gav ett erbjudande på ${kronor(after.amount, [])}${toWhom(station)}`;
    case 'withdraw offer':
      return `återtog erbjudandet på ${kronor(before.amount, [])}${toWhom(station)}`;
    case 'accept offer':
      return `antog erbjudandet på ${kronor(after.amount, [])}${station === null ? '' : ` för ${station}`}`;
    case 'decline offer':
      return `avböjde erbjudandet på ${kronor(before.amount, [])}`;
    case 'expire offer':
      return `Erbjudandet på ${kronor(before.amount, [])}${toWhom(station)} gick ut`;
    case 'decline sale':
      return 'avslutade utan försäljning: buden är inte längre bindande';
    case 'release bids':
      return 'Tiden att avgöra gick ut: buden är inte längre bindande';
    case 'relist': {
      const who = user === null ? 'Objektet lades upp' : 'lade upp objektet';
      return after.relisted_as === undefined
        ? `${who} på nytt, från auktion ${text(after.relisted_from, [])}`
        : `${who} på nytt, som auktion ${text(after.relisted_as, [])}`;
    }
    case 'fail to relist':
      return 'Objektet kunde inte läggas upp på nytt för demontering';
    case 'delete':
      return 'raderade auktionen';
    default:
      return 'ändrade auktionen';
  }
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
  return Object.entries(FIELDS).flatMap(([name, [field, write]]) => {
    if (!(name in before || name in after)) return [];
    return [{ field, from: write(before[name], categories), to: write(after[name], categories) }];
  });
}
