import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedOfferSentence } from './offer-words.ts';
import { pendingSentence, saleTermsSentence } from './sale-words.ts';

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
const ACTIVE = { is_active: true, has_started: true };
const DUE = '2026-11-24T17:00:00.000Z';

test('OFFER-2 the sentence about the outcome follows the terms, with the decision time if there is one', () => {
  const say = (sale_terms: 'highest_wins' | 'reserve' | 'hidden_reserve', decision_days: number) =>
    plain(
      saleTermsSentence({
        sale_terms,
        decision_days,
        can_edit: false,
        reservation_price: null,
        reserve_met: null,
        ...ACTIVE,
      }),
    );
  assert.equal(say('highest_wins', 2), 'Säljs till högsta bud.');
  assert.equal(
    say('reserve', 2),
    'Säljs till högsta bud om reservationspriset nås, annars avgör säljaren inom 2 vardagar.',
  );
  assert.equal(
    say('hidden_reserve', 0),
    'Kan ha ett dolt reservationspris. Nås det säljs objektet till högsta bud, annars avgör säljaren.',
  );
  assert.match(say('reserve', 1) ?? '', /inom 1 vardag\.$/);
});

test('OFFER-2 the sentence about the outcome is shown until the end', () => {
  const say = (state: { is_active: boolean; has_started: boolean }) =>
    saleTermsSentence({
      sale_terms: 'highest_wins',
      decision_days: 2,
      can_edit: false,
      reservation_price: null,
      reserve_met: null,
      ...state,
    });
  assert.equal(say({ is_active: false, has_started: false }), 'Säljs till högsta bud.');
  assert.equal(say({ is_active: false, has_started: true }), null);
});

test('OFFER-2, AUC-14 if a hidden reserve is known not to be met, one sentence says so and who decides', () => {
  const say = (reserve_met: boolean | null, decision_days: number) =>
    plain(
      saleTermsSentence({
        sale_terms: 'hidden_reserve',
        decision_days,
        can_edit: false,
        reservation_price: null,
        reserve_met,
        ...ACTIVE,
      }),
    );
  assert.equal(
    say(false, 2),
    'Det dolda reservationspriset är inte uppnått. Nås det inte avgör säljaren inom 2 vardagar.',
  );
  assert.match(say(null, 2) ?? '', /^Kan ha ett dolt reservationspris/);
});

test('OFFER-2, AUC-14 staff see what a hidden reserve means, or that there is none', () => {
  const say = (reservation_price: number | null) =>
    saleTermsSentence({
      sale_terms: 'hidden_reserve',
      decision_days: 0,
      can_edit: true,
      reservation_price,
      reserve_met: false,
      ...ACTIVE,
    });
  assert.equal(
    say(60_000),
    'Säljs till högsta bud om reservationspriset nås, annars avgör säljaren.',
  );
  assert.equal(say(null), 'Säljs till högsta bud.');
});

test('OFFER-3 a bidder sees the decision date, that nothing is decided, or that the answer is late', () => {
  const say = (decision_due_at: string | null, now = 0) =>
    plain(pendingSentence({ sale_status: 'pending', decision_due_at }, now));
  assert.equal(say(DUE), 'Säljaren avgör senast tis 24 nov 2026 18:00.');
  assert.equal(say(null), 'Säljaren har inte avgjort än.');
  assert.equal(say(DUE, Date.parse(DUE)), 'Svaret dröjer. Kontakta säljaren.');
});

test('OFFER-9 after a closed offer the bid still binds, and the sentence says until when', () => {
  const offer = { id: 1, amount: 58_000, expires_at: DUE, state: 'declined' as const };
  const auction = { offer, my_bid: 52_000, sale_status: 'pending' as const, decision_due_at: DUE };
  assert.equal(
    plain(closedOfferSentence(auction, Date.parse(DUE))),
    'Du avböjde erbjudandet på 58 000 kr. Ditt bud på 52 000 kr gäller fortfarande till i dag 18:00.',
  );
  assert.equal(
    plain(closedOfferSentence({ ...auction, sale_status: 'unsold' }, 0)),
    'Du avböjde erbjudandet på 58 000 kr.',
  );
  assert.equal(closedOfferSentence({ ...auction, offer: { ...offer, state: 'open' } }, 0), null);
});
