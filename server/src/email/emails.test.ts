import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { FailedEmail } from '@restvarde/contract/failed-emails';
import { makeBidder } from '../../test/bidders.ts';
import { makeAuction, makeCompany, makeStaff } from '../../test/factories.ts';
import { takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { renderJob } from './emails.ts';

const { node, db } = await openTestNode();

test('MAIL-2 a job of an earlier release is sent, and shown by its kind if it failed', async () => {
  const user_id = await makeStaff(db, await makeCompany(db), 20, { email: 'anna@bolag.example' });
  const root = await makeStaff(db, null, 30);
  const job = { letter: 'password-changed', user_id };
  await db.transaction().execute(async (tx) => {
    await node.context.jobs.send(tx, 'mail', job);
    await node.context.jobs.send(tx, 'dead-mail', job);
  });
  const { body } = await node.call(root, 'GET', '/api/admin/dead-letters');
  assert.deepEqual(
    body.letters.map((failed: FailedEmail) => [failed.letter, failed.name, failed.to]),
    [['password-changed', 'Ändrat lösenord', 'anna@bolag.example']],
  );
  const [email, ...more] = await takeEmails(node);
  assert.deepEqual(more, []);
  assert.equal(email?.to, 'anna@bolag.example');
  assert.equal(email.subject, 'Ditt lösenord har ändrats');
});

test('MAIL-2 a superuser sees the auction and the recipient of a failed email about a sale', async () => {
  const company = await makeCompany(db);
  await db
    .updateTable('companies')
    .set({ email: 'info@bolag.example', follow_deregistration: true })
    .where('id', '=', company)
    .execute();
  const manager = await makeStaff(db, company, 20, { email: 'karin@bolag.example' });
  const root = await makeStaff(db, null, 30);
  const buyer = await makeBidder(node, company, { user: { email: 'erik@verkstad.example' } });
  const auction = await makeAuction(db, {
    ...{ company, creator: manager, number: 'NS-9', damage_condition: 'DISASSEMBLY' },
  });
  await buyer.bid(auction, 900);
  for (const path of ['cancel', 'bids/1/select-winner', 'notify-winner']) {
    const { status } = await node.call(manager, 'POST', `/api/auctions/${auction}/${path}`, {});
    assert.equal(status, 200);
  }
  const idIn = async (table: 'collections' | 'deregistrations') =>
    (await db.selectFrom(table).select('id').executeTakeFirstOrThrow()).id;
  const collection_id = await idIn('collections');
  const due = { kind: 'deregistration-due', deregistration_id: await idIn('deregistrations') };
  const ends = { kind: 'dismantler-ends', service_station_id: buyer.id };
  await db.transaction().execute(async (tx) => {
    for (const job of [
      { kind: 'storage-running', collection_id },
      { kind: 'handed-over', collection_id, to: 'manager' },
      { ...due, to: 'winner' },
      { ...due, to: 'manager' },
      { ...ends, to: 'station' },
      { ...ends, to: 'company' },
    ]) {
      await node.context.jobs.send(tx, 'dead-mail', job);
    }
  });
  const { body } = await node.call(root, 'GET', '/api/admin/dead-letters');
  const read = body.letters
    .filter(({ letter }: FailedEmail) => letter !== 'password-changed')
    .map((failed: FailedEmail) => [failed.letter, failed.auction_number, failed.to].join(' '))
    .toSorted();
  assert.deepEqual(read, [
    'deregistration-due NS-9 erik@verkstad.example',
    'deregistration-due NS-9 karin@bolag.example',
    'dismantler-ends  erik@verkstad.example',
    'dismantler-ends  info@bolag.example',
    'handed-over NS-9 karin@bolag.example',
    'storage-running NS-9 erik@verkstad.example',
  ]);
});

const SOURCES = dirname(import.meta.dirname);

test('MAIL-9 every email about auctions and sales takes its recipients from `mail_readers`', () => {
  const files = globSync('*/{emails,lifecycle}/*.{ts,tsx}', { cwd: SOURCES })
    // Emails about accounts go to their owner.
    .filter((file) => !file.startsWith('auth/') && !file.endsWith('.test.ts'));
  assert.ok(files.length > 30);
  const past = files.filter((file) =>
    /(from|join) users\b|'users/.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  assert.deepEqual(past, []);
});

test('MAIL-2 a job of a kind that only a newer release has is left for a node of that release', async () => {
  await assert.rejects(
    renderJob(node.context, { kind: 'of-tomorrow' }, 'a1'),
    /knows no email "of-tomorrow"/,
  );
  const root = await makeStaff(db, null, 30);
  await db
    .transaction()
    .execute((tx) => node.context.jobs.send(tx, 'dead-mail', { kind: 'of-tomorrow' }));
  const { body } = await node.call(root, 'GET', '/api/admin/dead-letters');
  const failed = body.letters.find(({ letter }: FailedEmail) => letter === 'of-tomorrow');
  assert.deepEqual([failed.name, failed.to], ['of-tomorrow', null]);
});

test('MAIL-1, MAIL-2 a job of a kind that has been renamed is sent, and shown by its new name', async () => {
  const company = await makeCompany(db);
  const manager = await makeStaff(db, company, 20, { email: 'kim@bolag.example' });
  const buyer = await makeBidder(node, company);
  const auction = await makeAuction(db, { company, creator: manager });
  await buyer.bid(auction, 900);
  for (const path of ['cancel', 'bids/1/select-winner']) {
    const { status } = await node.call(manager, 'POST', `/api/auctions/${auction}/${path}`, {});
    assert.equal(status, 200);
  }
  const job = { kind: 'untold-winners', user_id: manager, auction_ids: [auction] };
  const email = await renderJob(node.context, job, 'a1');
  assert.equal(email?.to, 'kim@bolag.example');
  assert.match(email.subject, /^Vinnaren är inte meddelad: /);
  await db.transaction().execute((tx) => node.context.jobs.send(tx, 'dead-mail', job));
  const { body } = await node.call(await makeStaff(db, null, 30), 'GET', '/api/admin/dead-letters');
  const failed = body.letters.find(({ letter }: FailedEmail) => letter === 'unnotified-winners');
  assert.deepEqual(
    [failed.name, failed.to],
    ['Vinnare som inte är meddelade', 'kim@bolag.example'],
  );
});
