import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bidCountText, ownBidText, ownStandingOf, priceOf } from './card/card-price.ts';
import { phaseOf, timeText } from './card/card-time.ts';
import { filterChips } from './tools/filter-chips.ts';

const start_dt = '2026-11-20T08:00:00.000Z';
const end_dt = '2026-11-20T13:30:00.000Z';
const running = { start_dt, end_dt, is_active: true, has_started: true };
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);

const open = {
  hidden_bids: false,
  bid_count: 7,
  highest_bid: 48_500,
  start_bid: 20_000,
  my_bid: null,
  winning_bid: null,
  has_notified_winner: false,
  offer: null,
};
const sealed = { ...open, hidden_bids: true, bid_count: null, highest_bid: null };

test('LIST-8 a card shows its end as a date and time, and in the last ten minutes as the time left', () => {
  assert.equal(timeText(running, at('10:00:00')), 'i\u00a0dag\u00a014:30');
  assert.equal(phaseOf(running, at('13:20:00')), 'running');
  assert.equal(phaseOf(running, at('13:20:01')), 'ending');
  assert.equal(timeText(running, at('13:26:48')), '3\u00a0min\u00a012\u00a0s');
});

test('AUC-5 a card is Kommande until its start, however long ago it was fetched', () => {
  const upcoming = { ...running, is_active: false, has_started: false };
  assert.equal(phaseOf(upcoming, at('07:59:59')), 'upcoming');
  assert.equal(timeText(upcoming, at('07:59:59')), 'i\u00a0dag\u00a009:00');
  assert.equal(phaseOf(upcoming, at('08:00:00')), 'running');
});

test('AUC-5 after its end a card waits for the server’s result', () => {
  assert.equal(phaseOf(running, at('13:30:00')), 'closing');
  assert.equal(phaseOf({ ...running, is_active: false }, at('13:30:00')), 'ended');
  assert.equal(phaseOf({ ...running, is_active: false }, at('12:00:00')), 'ended', 'cancelled');
});

test('LIST-8 the price has a label', () => {
  assert.deepEqual(priceOf(open), { label: 'Högsta bud', amount: 48_500 });
  assert.deepEqual(priceOf({ ...open, highest_bid: null }), {
    label: 'Utropspris',
    amount: 20_000,
  });
});

test('AUC-13 a card with hidden bids shows a station only its own bid', () => {
  assert.equal(bidCountText(sealed), 'Dolda bud');
  assert.equal(ownBidText(sealed), null);
  assert.equal(ownBidText({ ...sealed, my_bid: 12_000 }), null, 'it is the price');
  assert.deepEqual(priceOf({ ...sealed, my_bid: 12_000 }), { label: 'Ditt bud', amount: 12_000 });
  assert.equal(ownBidText({ ...open, my_bid: 48_000 }), 'Ditt bud 48\u00a0000\u00a0kr');
  assert.equal(ownStandingOf({ ...sealed, my_bid: 12_000 }), null);
  assert.equal(bidCountText(open), '7\u00a0bud');
  assert.equal(bidCountText({ ...open, bid_count: 0, highest_bid: null }), 'Inga bud');
});

test('BID-11 a station leads, is outbid, or has won once it is notified', () => {
  assert.equal(ownStandingOf(open), null);
  assert.equal(ownStandingOf({ ...open, my_bid: 48_500 }), 'leading');
  assert.equal(ownStandingOf({ ...open, my_bid: 48_000 }), 'outbid');
  const won = { ...sealed, my_bid: 12_000, winning_bid: 12_000, has_notified_winner: true };
  assert.equal(ownStandingOf(won), 'won');
});

test('AUC-8, LIST-6 a won card shows the chosen bid even if its station has a higher one', () => {
  const won = {
    ...open,
    highest_bid: 47_000,
    my_bid: 47_000,
    winning_bid: 45_000,
    has_notified_winner: true,
  };
  for (const card of [won, { ...won, hidden_bids: true, highest_bid: null, bid_count: null }]) {
    assert.equal(ownStandingOf(card), 'won');
    assert.deepEqual(priceOf(card), { label: 'Ditt vinnande bud', amount: 45_000 });
    assert.equal(ownBidText(card), null);
  }
  const lost = { ...won, my_bid: 46_000, has_notified_winner: false };
  assert.deepEqual(priceOf(lost), { label: 'Högsta bud', amount: 47_000 });
});

test('OFFER-8 a card with an open offer shows its amount', () => {
  const offer = { id: 1, amount: 58_000, expires_at: end_dt, state: 'open' as const };
  const card = { ...open, my_bid: 48_500, offer };
  assert.deepEqual(priceOf(card), { label: 'Erbjudande', amount: 58_000 });
  assert.deepEqual(priceOf({ ...card, offer: { ...offer, state: 'expired' } }), {
    label: 'Högsta bud',
    amount: 48_500,
  });
});

test('LIST-2, LIST-12 each active filter of the panel has a chip that removes only it', () => {
  const categories = [
    { id: 1, name: 'Personbil', is_global: true },
    { id: 2, name: 'Lastbil', is_global: true },
  ];
  const chips = filterChips(
    {
      category: ['1', '2'],
      manufacturer: 'Volvo',
      model_year_from: '2015',
      company: '3',
      q: 'abc',
      ends_today: '1',
    },
    categories,
  );
  assert.deepEqual(
    chips.map((chip) => chip.label),
    ['Kategori: Personbil', 'Kategori: Lastbil', 'Fabrikat: Volvo', 'Årsmodell från: 2015'],
  );
  assert.deepEqual(chips[0]?.without, { category: ['2'] });
  assert.deepEqual(filterChips({ company: '3', ordering: 'model' }, categories), []);
});
