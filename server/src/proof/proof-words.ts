import { HISTORY_LABELS } from '@restvarde/contract/auctions/history';
import { stockholmDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import { reasonInWords } from '@restvarde/contract/sale/winner-reasons';
import type { ProofEvent } from '../chain/proof-events.ts';
import type { Proof } from './make-proof.ts';

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  timeStyle: 'medium',
});

/** «2026-11-27 14:00:05», Stockholm's time. */
export function toSecond(at: string): string {
  const time = new Date(at);
  return `${stockholmDate(time)} ${clock.format(time)}`;
}

const ANSWERS: Record<string, string> = {
  accepted: 'antaget',
  declined: 'avböjt',
  withdrawn: 'tillbakadraget',
  expired: 'utgånget',
};
const RELEASES: Record<string, string> = {
  due: 'Tiden att avgöra gick ut. Buden är inte längre bindande',
  declined: 'Ej såld. Buden är inte längre bindande',
  relisted: 'Buden är inte längre bindande',
};
const VERDICTS: Record<string, string> = {
  approved: 'Skrotningsintyget godkändes',
  returned: 'Säljaren bad om komplettering av intyget',
  waived: 'Avregistrering krävs inte',
};
const MEDIA: Record<string, string> = {
  'image added': 'Bild tillagd',
  'image removed': 'Bild borttagen',
  'image ordered': 'Bildernas ordning ändrad',
  'image changed': 'Bild ändrad',
  'file added': 'Dokument tillagt',
  'file removed': 'Dokument borttaget',
  'file changed': 'Dokument ändrat',
};

/** The changed fields as in «Historik». An event has hashes instead of texts. */
const labelsOf = (changed: object) =>
  HISTORY_LABELS.flatMap(([name, label]) =>
    name in changed || `${name}_sha256` in changed ? label : [],
  );

// biome-ignore lint/suspicious/noExplicitAny: an event's data differs by type.
type Data = Record<string, any>;

/** An event as a sentence of the PDF's timeline, with the names of its people (PROOF-8). */
export function describeEvent({ type, data }: ProofEvent, { people, auction }: Proof): string {
  const station = (id: number | null) => people.stations[String(id)]?.name ?? 'en verkstad';
  const text = (hash: string | null) => (hash === null ? null : (auction.texts[hash] ?? null));
  const words: Record<ProofEvent['type'], (one: Data) => string> = {
    terms_accepted: ({ station_id, version }) =>
      `${station(station_id)} godkände köpvillkoren av ${version}`,
    created: () => 'Auktionen lades till',
    changed: ({ after }) => `Ändrat: ${labelsOf(after).join(', ')}`,
    media_changed: ({ kind, action, id }) =>
      `${MEDIA[`${kind} ${action}`]}${id === null ? '' : ` (${id})`}`,
    started: () => 'Auktionen startade',
    deleted: () => 'Auktionen raderades',
    bid: ({ bid_id, amount, station_id, automatic }) =>
      `Bud ${bid_id}: ${formatKronor(amount)}, ${station(station_id)}${automatic ? ', autobud' : ''}`,
    bid_removed: ({ bid_id }) => `Bud ${bid_id} togs bort`,
    ended: ({ by, bid_count, highest_bid }) =>
      `Auktionen ${by === 'clock' ? 'slutade' : 'avslutades i förtid'}: ${
        highest_bid === null ? 'inga bud' : `${bid_count} bud, högst ${formatKronor(highest_bid)}`
      }`,
    winner_selected: ({ bid_id, station_id, amount, reason_code, reason_sha256 }) =>
      because(
        `Vinnare vald: bud ${bid_id}, ${station(station_id)}, ${formatKronor(amount ?? 0)}`,
        reasonInWords(reason_code, text(reason_sha256)),
      ),
    offer_made: ({ station_id, amount, expires_at, reason_code, reason_sha256 }) =>
      because(
        `Erbjudande till ${station(station_id)}: ${formatKronor(amount)}, gällde till ${toSecond(expires_at)}`,
        reasonInWords(reason_code, text(reason_sha256)),
      ),
    offer_answered: ({ answer }) => `Erbjudandet är ${ANSWERS[answer]}`,
    released: ({ why, reason_sha256 }) => because(RELEASES[why]!, text(reason_sha256) ?? ''),
    notified: ({ station_id }) => `Vinnaren meddelades: ${station(station_id)}`,
    relisted: ({ auction_id }) => `Objektet lades upp på nytt (auktion ${auction_id})`,
    paid: ({ paid_at }) =>
      paid_at === null ? 'Noteringen om betalning togs bort' : `Betald ${paid_at}`,
    booked: ({ booked_dt }) =>
      booked_dt === null ? 'Hämtningen avbokades' : `Hämtning bokad till ${toSecond(booked_dt)}`,
    handed_over: ({ by_code, storage_cost }) =>
      `Utlämnad ${by_code ? 'mot kod' : 'utan kod'}${
        storage_cost ? `, lagring ${formatKronor(storage_cost)}` : ''
      }`,
    undone: ({ agreed, reason_sha256 }) =>
      because(
        `Köpet hävdes${agreed ? ' med köparens godkännande' : ''}`,
        text(reason_sha256) ?? '',
      ),
    certificate_judged: ({ verdict, reason_sha256 }) =>
      because(VERDICTS[verdict]!, text(reason_sha256) ?? ''),
  };
  const { user_id } = data as { user_id?: number | null };
  const actor = people.users[String(user_id)];
  const isBidder = type === 'bid' || type === 'terms_accepted';
  const said = words[type](data);
  return actor && !isBidder ? `${said}. ${actor.first_name} ${actor.last_name}` : said;
}

const because = (said: string, reason: string) =>
  reason === '' ? said : `${said}. Skäl: ${reason}`;
