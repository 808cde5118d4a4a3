import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SENTENCE } from '@restvarde/contract/errors';
import { type Kysely, sql } from 'kysely';
import { untilBlocked } from '../../test/eventually.ts';
import { makeCategory, makeCompany, makeStaff, makeStagingArea } from '../../test/factories.ts';
import { encodeForm, localTime } from '../../test/forms.ts';
import { type Answer, startTestNode } from '../../test/test-node.ts';
import { openPool } from '../db/pool.ts';
import type { DB } from '../db/types.generated.ts';

const CHANGED = { detail: SENTENCE.changed, code: 'changed' };

const node = await startTestNode();
const elsewhere = openPool(node.databaseUrl, 2);
const { db } = node.context.pool;
const company = await makeCompany(db, { next: 'LF-0001' });
const manager = await makeStaff(db, company);
const category = await makeCategory(db);
const place = await makeStagingArea(db, company);
after(async () => {
  await elsewhere?.end();
  await node?.stop();
});

/** Starts a call while another transaction holds its writes, and commits that once the call waits. */
async function overtake(
  write: (tx: Kysely<DB>) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await elsewhere.db.transaction().execute(async (tx) => {
    await write(tx);
    answer = call();
    await untilBlocked(tx, elsewhere.db);
  });
  return answer!;
}

const form = (changes: Parameters<typeof encodeForm>[0] = {}) =>
  encodeForm({
    category_ids: [category],
    manufacturer: 'Volvo',
    registration_number: 'ABC123',
    damage_condition: 'REPAIR',
    staging_area: place,
    is_global: '0',
    hidden_bids: '0',
    hidden_reservation_price: '0',
    start_dt: localTime(5),
    end_dt: localTime(60),
    ...changes,
  });

const auctions = async () => (await db.selectFrom('auctions').select('number').execute()).length;

test('API-2 a category that is removed while an auction with it is saved is an error, and nothing is saved', async () => {
  const removed = await makeCategory(db);
  const { body, headers } = await form({ category_ids: [category, removed] });
  const answer = await overtake(
    (tx) => tx.deleteFrom('categories').where('id', '=', removed).execute(),
    () => node.call(manager, 'POST', '/api/auctions', body, headers),
  );
  assert.deepEqual([answer.status, answer.body], [400, CHANGED]);
  assert.equal(await auctions(), 0);
  const again = await node.call(manager, 'POST', '/api/auctions', body, headers);
  assert.deepEqual([again.status, Object.keys(again.body)], [400, ['category_ids']]);
});

test('API-2 a staging area that is removed meanwhile is an error too', async () => {
  const removed = await makeStagingArea(db, company);
  const { body, headers } = await form({ staging_area: removed });
  const answer = await overtake(
    (tx) => tx.deleteFrom('staging_areas').where('id', '=', removed).execute(),
    () => node.call(manager, 'POST', '/api/auctions', body, headers),
  );
  assert.deepEqual([answer.status, answer.body], [400, CHANGED]);
  assert.equal(await auctions(), 0);
});

test('API-2 a value that is taken meanwhile is an error, even if its field is unknown', async () => {
  const rival = await makeCompany(db);
  const admin = await makeStaff(db, company, 30);
  await sql`create unique index on companies (city) where city = 'Samma'`.execute(node.owner);
  const answer = await overtake(
    (tx) => tx.updateTable('companies').set({ city: 'Samma' }).where('id', '=', rival).execute(),
    () => node.call(admin, 'PATCH', '/api/company', { city: 'Samma' }),
  );
  assert.deepEqual([answer.status, answer.body], [400, CHANGED]);
  assert.notEqual((await node.call(admin, 'GET', '/api/company')).body.city, 'Samma');
});
