import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eventually, untilBlocked } from '../../../test/eventually.ts';
import { makeCategory, makeStaff, makeStagingArea } from '../../../test/factories.ts';
import {
  encodeForm,
  type Fields,
  localTime,
  makePicture,
  newAuction,
} from '../../../test/forms.ts';
import { listen } from '../../../test/live-socket.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';
import type { Node } from '../../node.ts';

const { node, db } = await openTestNode();
const other = await node.startAnother();

const TAKEN = 'Nyckeln har redan använts för ett annat anrop.';

const { company, manager } = await makeSeller(node);
const colleague = await makeStaff(db, company);
const category = await makeCategory(db);
const place = await makeStagingArea(db, company);
const fields = newAuction(category, place, {
  start_dt: localTime(60),
  image: { name: 'bil.jpg', content: await makePicture({ width: 320, height: 240 }) },
});

async function create(
  key: string | null,
  changes: Fields = {},
  options: { user?: number; on?: Pick<Node, 'app'> } = {},
) {
  const { body, headers } = await encodeForm({ ...fields, ...changes });
  const { user = manager, on = node } = options;
  const { access } = await node.logIn(user);
  const reply = await on.app.inject({
    method: 'POST',
    url: '/api/auctions',
    headers: {
      ...headers,
      authorization: `Bearer ${access}`,
      ...(key !== null && { 'idempotency-key': key }),
    },
    payload: body,
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** Counts auctions and picture folders. */
async function kept() {
  const auctions = await db.selectFrom('auctions').select('id').execute();
  return [auctions.length, (await node.storedFolders()).length];
}

test('FORM-12 eight concurrent calls with one key on two nodes are one auction, with one number and one picture', async () => {
  assert.equal((await create(null)).status, 201);
  const [auctions = 0, folders = 0] = await kept();
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => create(key, {}, index % 2 ? { on: other } : {})),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ body }) => `${body.id} ${body.number}`)).size, 1);
  assert.deepEqual(await kept(), [auctions + 1, folders + 1]);
  const next = await create(randomUUID());
  assert.notEqual(next.body.id, answers[0]!.body.id);
});

test('FORM-12 an auction whose response was lost is found again by its key', async () => {
  const { access } = await node.logIn(manager);
  const address = await listen(node);
  const { body, headers } = await encodeForm({ ...fields, manufacturer: 'Saab' });
  const key = randomUUID();
  const before = await kept();
  const line = connect(Number(address.split(':')[1]), '127.0.0.1');
  // Lock the company's row until the connection is cut, so that the response cannot be sent.
  await db.transaction().execute(async (tx) => {
    await sql`select from companies where id = ${company} for update`.execute(tx);
    line.write(
      `POST /api/auctions HTTP/1.1\r\nhost: ${address}\r\nauthorization: Bearer ${access}\r\n` +
        `content-type: ${headers['content-type']}\r\nidempotency-key: ${key}\r\n` +
        `content-length: ${body.length}\r\n\r\n`,
    );
    line.write(body);
    await untilBlocked(tx, db);
    line.destroy();
  });
  await eventually(async () => assert.deepEqual(await kept(), [before[0]! + 1, before[1]! + 1]));
  const again = { ...headers, 'idempotency-key': key };
  const answer = await node.call(manager, 'POST', '/api/auctions', body, again);
  assert.deepEqual([answer.status, answer.body.manufacturer], [201, 'Saab']);
  assert.deepEqual(await kept(), [before[0]! + 1, before[1]! + 1]);
});

test('FORM-12 the same key with another field or file is refused with 422 and the auction’s id', async () => {
  const key = randomUUID();
  const { body: listed } = await create(key);
  const before = await kept();
  for (const changes of [
    { manufacturer: 'Saab' },
    { image: null },
    { image: { name: 'bil.jpg', content: await makePicture({ width: 320, height: 241 }) } },
  ]) {
    const { status, body } = await create(key, changes, { on: other });
    assert.deepEqual(
      [status, body],
      [422, { detail: TAKEN, code: 'listed', auction_id: listed.id }],
    );
  }
  assert.deepEqual(await kept(), before);
  const theirs = await create(key, {}, { user: colleague });
  assert.equal(theirs.status, 201, 'keys of different users are independent');
  assert.notEqual(theirs.body.id, listed.id);
  assert.equal((await create(key)).body.id, listed.id);
});

test('FORM-12 a refused call does not use up the key', async () => {
  const key = randomUUID();
  assert.equal((await create(key, { manufacturer: '' })).status, 400);
  assert.equal((await create(key, { staging_area: 999_999 })).status, 400);
  const svg = { name: 'bild.jpg', content: '<svg/>' };
  assert.equal((await create(key, { image: svg })).status, 415);
  assert.equal((await create(key)).status, 201);
  assert.deepEqual(
    [(await create('two words')).status, (await create('')).status],
    [400, 400],
    'a key has 1 to 255 characters',
  );
});

test('FORM-12 calls without a key are independent', async () => {
  const [one, two] = [await create(null), await create(null)];
  assert.notEqual(one.body.id, two.body.id);
});
