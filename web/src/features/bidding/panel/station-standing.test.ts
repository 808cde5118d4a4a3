import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadingSum } from '../../auctions/leading-sum.ts';
import { extensionRule, stationStanding } from './station-standing.ts';

const auction = {
  my_bid: 48_000,
  highest_bid: 48_000,
  reserve_met: null,
  winning_bid: null,
  is_active: true,
  has_notified_winner: false,
  cancelled: false,
  my_removed_bid: null,
  sale_status: null,
  decision_due_at: null,
  company: { name: 'Nordsäkring', phone: '08-123 45 67', email: 'info@nordsakring.example' },
};
const wordOf = (change: Partial<typeof auction> | object) =>
  stationStanding({ ...auction, ...change }).word;

test('OFFER-3 after the end a bidder sees the decision date, that another bid was chosen, or that nobody won', () => {
  const lineAfter = (change: object) => {
    const { word, text } = stationStanding({ ...auction, is_active: false, ...change });
    return [word, text.replaceAll('\u00a0', ' ')];
  };
  const decision_due_at = '2199-11-24T17:00:00.000Z';
  assert.match(
    lineAfter({ sale_status: 'pending', decision_due_at })[1]!,
    /Säljaren avgör senast sön 24 nov 2199 18:00\.$/,
  );
  assert.match(lineAfter({ sale_status: 'pending' })[1]!, /Säljaren meddelar den som vinner\.$/);
  assert.deepEqual(lineAfter({ sale_status: 'lost' }), [
    'Inte vald',
    'Säljaren har antagit ett annat bud än ditt på 48 000 kr. Du är inte längre bunden av det.',
  ]);
  assert.match(
    lineAfter({ sale_status: 'unsold' })[1]!,
    /Säljaren har inte antagit något bud\. Du är inte längre bunden av ditt bud\.$/,
  );
});

test('BID-11 a station leads, is outbid or has no bid', () => {
  assert.equal(wordOf({}), 'Leder');
  assert.equal(wordOf({ highest_bid: 49_000 }), 'Överbjuden');
  assert.equal(wordOf({ my_bid: null }), 'Inget bud');
});

test('AUC-9 a station whose bid was removed sees that and whom to contact', () => {
  for (const is_active of [true, false]) {
    const gone = { ...auction, is_active, my_bid: null, my_removed_bid: 50_000 };
    const { word, text } = stationStanding(gone);
    assert.equal(word, 'Bud borttaget');
    assert.match(
      text,
      /^Ditt bud på 50\s000\skr har tagits bort\. Kontakta Nordsäkring, 08-123\s45\s67/,
    );
    const other = stationStanding({ ...gone, my_bid: 48_000 });
    const rest = is_active ? 'Du leder med 48 000 kr.' : 'Ditt bud på 48 000 kr var högst.';
    assert.ok(
      other.text
        .replaceAll('\u00a0', ' ')
        .startsWith(`Ditt bud på 50 000 kr har tagits bort. ${rest}`),
      other.text,
    );
  }
});

test('AUC-13 in a sealed auction a station sees its own bid but no standing', () => {
  for (const is_active of [true, false]) {
    assert.equal(wordOf({ highest_bid: null, is_active }), 'Bud lagt');
  }
});

test('AUC-14 leading below the reserve is shown if bids are open', () => {
  assert.match(
    stationStanding({ ...auction, reserve_met: false }).text,
    /under reservationspriset/,
  );
});

test('AUC-11 the highest bidder has not won until its station is notified', () => {
  assert.equal(wordOf({ is_active: false }), 'Högsta bud');
  assert.equal(wordOf({ is_active: false, highest_bid: 49_000 }), 'Inte högst');
  assert.equal(wordOf({ is_active: false, has_notified_winner: true }), 'Vunnen');
});

test('AUC-8, AUC-11 the winner sees the chosen bid even if it has a higher one', () => {
  const won = { ...auction, is_active: false, has_notified_winner: true, winning_bid: 45_000 };
  assert.match(stationStanding(won).text, /^Du vann auktionen med 45\s000\skr\.$/);
  const { label, amount } = leadingSum({ ...won, start_bid: 20_000 });
  assert.deepEqual([label, amount], ['Ditt vinnande bud', 45_000]);
  const lost = leadingSum({ ...won, has_notified_winner: false, start_bid: 20_000 });
  assert.deepEqual([lost.label, lost.amount], ['Högsta bud', 48_000]);
});

test('AUC-11 without an automatic winner the station sees that the case manager decides', () => {
  const lineAfter = (change: object) =>
    stationStanding({ ...auction, is_active: false, ...change }).text;
  assert.match(lineAfter({}), /Säljaren meddelar den som vinner/);
  for (const change of [{ cancelled: true }, { reserve_met: false }]) {
    assert.match(lineAfter(change), /Säljaren avgör om någon vinner/);
  }
  assert.match(lineAfter({ highest_bid: 49_000 }), /Det högsta budet blev 49\s000\skr/);
});

test('BID-6 the extension rule is one sentence, or null if it is off', () => {
  assert.equal(
    extensionRule(3),
    'Ett bud under de sista 3 minuterna förlänger auktionen till 3 minuter efter budet.',
  );
  assert.match(extensionRule(1) ?? '', /den sista minuten .* 1 minut efter/);
  assert.equal(extensionRule(0), null);
});
