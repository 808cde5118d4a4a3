import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORM_SENTENCE } from '@restvarde/contract/auctions/auction-form';
import { LOCKED_AFTER_BID, LOCKED_WHEN_ENDED } from '@restvarde/contract/auctions/auction-locks';
import { SENTENCE } from '@restvarde/contract/errors';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../../test/factories.ts';
import { localTime } from '../../../test/forms.ts';
import { openTestNode } from '../../../test/test-node.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

const { node } = await openTestNode();

const company = await makeCompany(node.context.pool.db);
const manager = await makeStaff(node.context.pool.db, company);

const make = (values: { starts?: number; ends?: number } = {}) =>
  makeAuction(node.context.pool.db, { company, creator: manager, ...values });
const move = (auction_ids: number[], end_dt: string, user = manager) =>
  node.call(user, 'POST', '/api/auctions/end-times', { auction_ids, end_dt });
const endOf = async (id: number) =>
  (await node.call(manager, 'GET', `/api/auctions/${id}`)).body.end_dt;

test('LIST-15, AUC-15 each auction is checked separately, and a refusal does not affect the others', async () => {
  const { db } = node.context.pool;
  const station = await makeStation(db, company);
  const other = await makeCompany(db);
  const running = await make();
  const bidOn = await make({ ends: 3 * DAY_S });
  const bid = await node.call(station.user_id, 'POST', `/api/auctions/${bidOn}/bids`, { bid: 9 });
  assert.equal(bid.status, 201);
  const ended = await make({ starts: -2 * DAY_S, ends: -DAY_S });
  const late = await make({ starts: 4 * DAY_S, ends: 5 * DAY_S });
  const foreign = await makeAuction(db, {
    company: other,
    creator: await makeStaff(db, other),
  });
  const before = await endOf(bidOn);

  const { status, body } = await move(
    [running, bidOn, ended, late, foreign, running],
    localTime((2 * DAY_S) / 60),
  );

  assert.equal(status, 200);
  assert.deepEqual(body.results, [
    { auction_id: running, error: null },
    { auction_id: bidOn, error: LOCKED_AFTER_BID },
    { auction_id: ended, error: LOCKED_WHEN_ENDED },
    { auction_id: late, error: 'Sluttiden måste vara efter starttiden' },
    { auction_id: foreign, error: SENTENCE.notFound },
  ]);
  const moved = Date.parse(await endOf(running)) - Date.now();
  assert.ok(Math.abs(moved - 2 * DAY_S * 1000) < 61_000);
  assert.equal(await endOf(bidOn), before);
});

test('LIST-15, AUC-16 a moved end is logged once, an unchanged one not at all', async () => {
  const id = await make();
  const at = localTime((2 * DAY_S) / 60);
  await move([id], at);
  await move([id], at);
  const { body } = await node.call(manager, 'GET', `/api/auctions/${id}/history`);
  const changes = body.filter((entry: { action: string }) => entry.action === 'change');
  assert.equal(changes.length, 1);
  assert.deepEqual(Object.keys(changes[0].after), ['end_dt']);
});

test('LIST-15 a time in the past is refused for each auction, an invalid one for the whole call', async () => {
  const id = await make({ starts: -2 * DAY_S });
  const { body } = await move([id], localTime(-HOUR_S / 60));
  assert.match(body.results[0].error, /framtiden|passerat/);
  assert.equal((await move([id], '2026-13-40T10:00')).status, 400);
  assert.equal((await move([], localTime(DAY_S / 60))).status, 400);
  const many = Array.from({ length: 101 }, (_, index) => index + 1);
  assert.equal((await move(many, localTime(DAY_S / 60))).status, 400);
});

test('LIST-15, FORM-7 an end more than two years ahead is refused for each auction', async () => {
  const id = await make();
  const { body } = await move([id], localTime((2 * 366 * DAY_S) / 60));
  assert.deepEqual(body.results, [{ auction_id: id, error: FORM_SENTENCE.endTooLate }]);
});

test('LIST-15 the export has the selected auctions, in the order of the list', async () => {
  const chosen = [await make({ ends: 2 * HOUR_S }), await make({ ends: HOUR_S })];
  const query = chosen.map((id) => `id=${id}`).join('&');
  const { body } = await node.call(manager, 'GET', `/api/auctions/export?${query}`);
  const { body: list } = await node.call(manager, 'GET', `/api/auctions?${query}`);
  assert.deepEqual(
    list.results.map(({ id }: { id: number }) => id),
    [chosen[1], chosen[0]],
  );
  assert.equal(body.trim().split('\r\n').length, 1 + chosen.length);
});
