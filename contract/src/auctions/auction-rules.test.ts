import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ROLE, type Viewer } from '../roles.ts';
import {
  type AuctionState,
  canEdit,
  isUsualRegistration,
  maySee,
  mayTakePart,
  nextNumber,
  type Offered,
  offeredTo,
  STATE_LABEL,
  stateOf,
  tidyVehicleNumber,
  type Visible,
} from './auction-rules.ts';

const viewer = (of: Partial<Viewer>): Viewer => ({
  user_id: 1,
  role: ROLE.caseManager,
  is_superuser: false,
  company_id: 1,
  service_station_id: null,
  category_ids: [],
  is_dismantler: false,
  has_accepted_terms: false,
  ...of,
});

const station = (of: Partial<Viewer> = {}) =>
  viewer({ role: ROLE.serviceStation, service_station_id: 5, ...of });

test('AUC-5 an auction is active from its start up to, not including, its end', () => {
  const span = { start_dt: 1000, end_dt: 2000 };
  const states: [now: number, state: AuctionState][] = [
    [0, 'upcoming'],
    [999, 'upcoming'],
    [1000, 'active'],
    [1999, 'active'],
    [2000, 'ended'],
    [9999, 'ended'],
  ];
  for (const [now, state] of states) assert.equal(stateOf(span, now), state, String(now));
  assert.deepEqual(STATE_LABEL, { upcoming: 'Kommande', active: 'Aktiv', ended: 'Avslutad' });
});

test('AUC-5 the three states follow each other in order, and none returns', () => {
  const order: AuctionState[] = ['upcoming', 'active', 'ended'];
  const time = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(time, fc.integer({ min: 1, max: 50 }), time, time, (start_dt, length, a, b) => {
      const span = { start_dt, end_dt: start_dt + length };
      const [earlier, later] = [Math.min(a, b), Math.max(a, b)];
      const state = stateOf(span, earlier);
      assert.equal(state === 'upcoming', earlier < span.start_dt);
      assert.equal(state === 'ended', earlier >= span.end_dt);
      assert.ok(order.indexOf(state) <= order.indexOf(stateOf(span, later)));
    }),
  );
});

test('ROLE-13 case managers and above of the company may edit, and superusers', () => {
  const auction = { company_id: 1 };
  const callers: [Viewer, boolean][] = [
    [viewer({ role: ROLE.caseManager }), true],
    [viewer({ role: ROLE.companyAdmin }), true],
    [viewer({ role: ROLE.caseManager, company_id: 2 }), false],
    [viewer({ role: ROLE.companyAdmin, company_id: 2 }), false],
    [viewer({ role: ROLE.companyAdmin, company_id: null }), false],
    [viewer({ role: ROLE.companyAdmin, company_id: null, is_superuser: true }), true],
    [viewer({ role: ROLE.companyAdmin, company_id: 2, is_superuser: true }), true],
    [station(), false],
    [station({ company_id: 2 }), false],
    [station({ service_station_id: null }), false],
  ];
  for (const [caller, expected] of callers)
    assert.equal(canEdit(caller, auction), expected, JSON.stringify(caller));
});

test('ROLE-17 a station is offered auctions that are global or of its company, in its categories', () => {
  const own = { company_id: 1, is_global: false, is_for_dismantlers: false };
  const ownGlobal = { ...own, is_global: true };
  const othersGlobal = { ...ownGlobal, company_id: 2 };
  const others = { ...own, company_id: 2 };
  const table: [auction: Omit<Offered, 'category_ids'>, of: number[], has: number[], boolean][] = [
    [own, [10], [10], true],
    [own, [10, 11], [11, 12], true],
    [own, [10], [11], false],
    [own, [10], [], true],
    [own, [], [], true],
    [own, [], [10], false],
    [ownGlobal, [10], [10], true],
    [ownGlobal, [10], [11], false],
    [othersGlobal, [10], [10], true],
    [othersGlobal, [10], [11], false],
    [othersGlobal, [10], [], true],
    [others, [10], [10], false],
    [others, [10], [], false],
  ];
  for (const [auction, of, category_ids, expected] of table) {
    const offered = offeredTo(station({ category_ids }), { ...auction, category_ids: of });
    assert.equal(offered, expected, JSON.stringify([auction, of, category_ids]));
  }
});

test('ROLE-17 a station sees auctions that it has bid on, and offered ones that are active or watched', () => {
  const offered: Visible = {
    company_id: 1,
    is_global: false,
    category_ids: [10],
    is_for_dismantlers: false,
    bidder_ids: [],
    watcher_ids: [],
    is_deleted: false,
    has_started: true,
    has_ended: false,
  };
  const lost = { ...offered, company_id: 2 };
  const table: [auction: Visible, takesPart: boolean, sees: boolean][] = [
    [offered, true, true],
    [{ ...offered, has_started: false }, true, false],
    [{ ...offered, has_ended: true }, true, false],
    [{ ...offered, has_ended: true, watcher_ids: [4, 5] }, true, true],
    [{ ...offered, has_ended: true, bidder_ids: [4, 5] }, true, true],
    [{ ...offered, is_deleted: true, bidder_ids: [5], watcher_ids: [5] }, true, false],
    [lost, false, false],
    [{ ...lost, watcher_ids: [5] }, false, false],
    [{ ...lost, has_ended: true, watcher_ids: [5] }, false, false],
    [{ ...lost, bidder_ids: [5] }, true, true],
    [{ ...lost, bidder_ids: [6], watcher_ids: [6] }, false, false],
    [{ ...lost, bidder_ids: [5], has_ended: true }, true, true],
  ];
  for (const [auction, takesPart, sees] of table) {
    const name = JSON.stringify(auction);
    assert.equal(mayTakePart(station({ category_ids: [10] }), auction), takesPart, name);
    assert.equal(maySee(station({ category_ids: [10] }), auction), sees, name);
  }
});

test('DISM-3, ROLE-17 auctions for authorised dismantlers are offered only to them, and bidders keep access', () => {
  const auction: Visible = {
    company_id: 1,
    is_global: false,
    category_ids: [10],
    is_for_dismantlers: true,
    bidder_ids: [],
    watcher_ids: [5],
    is_deleted: false,
    has_started: true,
    has_ended: false,
  };
  assert.equal(maySee(station({ is_dismantler: false }), auction), false);
  assert.equal(maySee(station({ is_dismantler: true }), auction), true);
  assert.equal(maySee(station({ is_dismantler: true, category_ids: [11] }), auction), false);
  for (const has_ended of [false, true]) {
    const bidOn = { ...auction, has_ended, bidder_ids: [5] };
    assert.equal(maySee(station({ is_dismantler: false }), bidOn), true);
    assert.equal(mayTakePart(station({ is_dismantler: false }), bidOn), true);
  }
  assert.equal(maySee(viewer({}), auction), true);
});

test('ROLE-15 staff see their own company’s auctions in every state, a superuser all', () => {
  const auction: Visible = {
    company_id: 1,
    is_global: true,
    category_ids: [],
    is_for_dismantlers: false,
    bidder_ids: [],
    watcher_ids: [],
    is_deleted: false,
    has_started: false,
    has_ended: false,
  };
  for (const state of [{}, { has_started: true }, { has_started: true, has_ended: true }]) {
    const at = { ...auction, ...state };
    assert.equal(maySee(viewer({}), at), true);
    assert.equal(maySee(viewer({ company_id: 2 }), at), false);
    assert.equal(maySee(viewer({ company_id: null, is_superuser: true }), at), true);
  }
  assert.equal(maySee(viewer({}), { ...auction, is_deleted: true }), false);
});

test('FORM-10 the last digit group counts up with its padding kept', () => {
  const numbers: [string, string][] = [
    ['LF-0099', 'LF-0100'],
    ['LF-0001', 'LF-0002'],
    ['LF-9999', 'LF-10000'],
    ['LF-0000', 'LF-0001'],
    ['1', '2'],
    ['9', '10'],
    ['2026-0099', '2026-0100'],
    ['2026/199-B', '2026/200-B'],
    ['A1B22C', 'A1B23C'],
    ['LF-099 (prov)', 'LF-100 (prov)'],
    ['12\n9', '12\n10'],
    ['99999999999999999999', '100000000000000000000'],
    ['LF', 'LF1'],
    ['', '1'],
    ['LF-٣', 'LF-٣1'],
  ];
  for (const [number, next] of numbers) assert.equal(nextNumber(number), next, number);
});

test('FORM-10 the next number is one more in the same format, and unique', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'LFå-/. '), maxLength: 6 });
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(letters, digits, letters, (before, group, after) => {
      const next = nextNumber(before + group + after);
      assert.ok(next.startsWith(before) && next.endsWith(after));
      const grown = next.slice(before.length, next.length - after.length);
      assert.match(grown, /^\d+$/);
      assert.equal(BigInt(grown), BigInt(group) + 1n);
      assert.equal(grown.length, group.length + (/^9+$/.test(group) ? 1 : 0));
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (first) => {
      const numbers = [first];
      while (numbers.length < 30) numbers.push(nextNumber(numbers.at(-1)!));
      assert.equal(new Set(numbers).size, 30);
    }),
  );
});

test('FORM-9 registration and chassis numbers are in capitals, without spaces and hyphens', () => {
  const numbers: [string, string][] = [
    ['abc 123', 'ABC123'],
    [' abc-12a ', 'ABC12A'],
    ['a b\tc\u00a01-2-3', 'ABC123'],
    ['yv1 ls5502-w2123456', 'YV1LS5502W2123456'],
    ['abc–123', 'ABC123'],
    ['a\u2011b\u00adc\u2212123', 'ABC123'],
    ['--- -', ''],
    ['', ''],
  ];
  for (const [written, tidy] of numbers) assert.equal(tidyVehicleNumber(written), tidy);
  fc.assert(
    fc.property(fc.string(), (written) => {
      const tidy = tidyVehicleNumber(written);
      assert.equal(tidyVehicleNumber(tidy), tidy);
      assert.doesNotMatch(tidy, /[\s-]/);
    }),
  );
});

test('FORM-9 the usual registration is ABC123 or ABC12A', () => {
  for (const number of ['ABC123', 'ABC12A', 'XYZ000']) assert.ok(isUsualRegistration(number));
  for (const number of ['', 'abc123', 'ABC12', 'ABC1234', 'AB1234', 'ABC1A3', 'ABC 123', 'ÅBC123'])
    assert.equal(isUsualRegistration(number), false, number);
});
