import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeBidder } from '../test/bidders.ts';
import { makeAuction, makeCompany, makeStaff } from '../test/factories.ts';
import { takeEmails } from '../test/sent-emails.ts';
import { startTestNode } from '../test/test-node.ts';
import { renderJob } from './email-jobs.ts';

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

test('MAIL-2 a job of an earlier release is sent, and shown by its kind when it was given up', async () => {
  const user_id = await makeStaff(db, await makeCompany(db), 20, { email: 'anna@bolag.example' });
  const root = await makeStaff(db, null, 30);
  const job = { letter: 'password-changed', user_id };
  await db.transaction().execute(async (tx) => {
    await node.context.jobs.send(tx, 'mail', job);
    await node.context.jobs.send(tx, 'dead-mail', job);
  });
  const { body } = await node.call(root, 'GET', '/api/admin/dead-letters');
  assert.deepEqual(
    body.letters.map(({ letter, to }: { letter: string; to: string }) => [letter, to]),
    [['password-changed', 'anna@bolag.example']],
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
    .filter(({ letter }: { letter: string }) => letter !== 'password-changed')
    .map((one: { letter: string; to: string | null; auction_number: string | null }) =>
      [one.letter, one.auction_number, one.to].join(' '),
    )
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

test('MAIL-9 every email about auctions and sales takes its recipients from `mail_readers`', () => {
  const files = globSync('*/{emails,lifecycle}/*.ts', { cwd: import.meta.dirname })
    // Emails about accounts go to their owner.
    .filter((file) => !file.startsWith('auth/') && !file.endsWith('.test.ts'));
  assert.ok(files.length > 30);
  const past = files.filter((file) =>
    /(from|join) users\b|'users/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  assert.deepEqual(past, []);
});

test('MAIL-2 a job of a kind that only a newer release knows is left for a node of that release', () => {
  assert.throws(
    () => renderJob(node.context, { kind: 'of-tomorrow' }, 'a1'),
    /knows no email "of-tomorrow"/,
  );
});
