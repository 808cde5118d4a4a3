import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEntry } from '@restvarde/contract/auctions/history';
import { describeEntry } from './history-words.ts';

const categories = [{ id: 1, name: 'Personbil', is_global: true }];
const user = { first_name: 'Johan', last_name: 'Ek' };
const entry = (part: Partial<HistoryEntry>): HistoryEntry => ({
  id: 1,
  at: '2026-11-20T12:00:00.000Z',
  action: 'change',
  user,
  before: null,
  after: null,
  service_station_name: null,
  ...part,
});

test('AUC-16 a change is described with the page’s labels, and the old and new values', () => {
  const described = describeEntry(
    entry({
      before: {
        end_dt: '2026-11-20T12:00:00.000Z',
        reservation_price: null,
        is_global: false,
        category_ids: [1],
        staging_area: 4,
        staging_area_name: 'Örebro',
      },
      after: {
        end_dt: '2026-11-21T12:30:00.000Z',
        reservation_price: 12_500,
        is_global: true,
        category_ids: [1, 9],
        staging_area: null,
        staging_area_name: 'Kumla',
      },
    }),
    categories,
  );
  assert.equal(`${described.who} ${described.what}`, 'Johan Ek ändrade auktionen');
  assert.deepEqual(
    described.changes.map(({ field, from, to }) =>
      `${field}: ${from} → ${to}`.replaceAll('\u00a0', ' '),
    ),
    [
      'Kategori: Personbil → Personbil, Borttagen kategori',
      'Säljområde: egna verkstäder → alla verkstäder',
      'Reservationspris: inget → 12 500 kr',
      'Sluttid: 2026-11-20 13:00 → 2026-11-21 13:30',
      'Uppställningsplats: Örebro → Kumla',
    ],
  );
});

test('AUC-16 bids, winners and documents are described in a sentence with the reason', () => {
  const what = (part: Partial<HistoryEntry>) =>
    describeEntry(entry(part), categories).what.replaceAll('\u00a0', ' ');
  assert.equal(what({ action: 'create', after: { manufacturer: 'Volvo' } }), 'lade till auktionen');
  assert.equal(
    what({ action: 'add cover', before: { image_id: 1 }, after: { image_id: 2 } }),
    'lade till en bild som huvudbild',
  );
  assert.equal(
    what({ action: 'remove bid', before: { amount: 4000 } }),
    'tog bort budet på 4 000 kr',
  );
  assert.equal(
    what({
      action: 'remove bid',
      before: { amount: 4000 },
      service_station_name: 'Lind Bil & Plåt',
    }),
    'tog bort budet på 4 000 kr från Lind Bil & Plåt',
  );
  assert.equal(
    what({ action: 'add file', after: { file_id: 2, name: 'Besiktning.pdf' } }),
    'lade till dokumentet Besiktning.pdf',
  );
  const chosen = entry({ action: 'select winner', after: { amount: 4000, reason: 'Betalar nu' } });
  assert.equal(describeEntry(chosen, categories).reason, 'Betalar nu');
  const ended = entry({
    action: 'close',
    user: null,
    after: { winning_bid_id: null, highest_bid: 10 },
  });
  assert.equal(describeEntry(ended, categories).who, 'Automatiskt');
  assert.equal(describeEntry(ended, categories).what, 'Auktionen avslutades, utan vinnare');
});

test('AUC-16 a long text is shortened, and an empty one is «inget»', () => {
  const described = describeEntry(
    entry({ before: { description: '' }, after: { description: 'a'.repeat(500) } }),
    categories,
  );
  assert.equal(described.changes[0]?.from, 'inget');
  assert.ok((described.changes[0]?.to.length ?? 0) < 250);
});
