import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import { listMigrations } from './migrate.ts';
import { normaliseStoredText } from './normal-text.ts';

const { node, db } = await openTestNode();

const nord = await makeCompany(db);
// As the owner of the tables, as a migration runs.
const normalise = () => node.owner.transaction().execute(normaliseStoredText);

test('API-3 stored text of an earlier release is normalized, and the rest is unchanged', async () => {
  const creator = await makeStaff(db, nord, 20, {
    first_name: 'A\u030asa\u200b',
    last_name: 'Öberg',
  });
  const auction = await makeAuction(db, {
    ...{
      company: nord,
      creator,
      number: 'NS\u200b-1',
      manufacturer: 'Citroe\u0308n',
      model: 'C4  Picasso',
    },
  });
  await db
    .updateTable('auctions')
    .set({ description: 'Rad  ett\nrad\u00a0tva\u030a' })
    .where('id', '=', auction)
    .execute();
  const { email } = await db
    .updateTable('users')
    .set({ email: 'Åsa@XN--bilplt2-ixa.example' })
    .where('id', '=', creator)
    .returning('email')
    .executeTakeFirstOrThrow();
  assert.notEqual(email, 'åsa@bilplåt2.example');
  assert.deepEqual(await normalise(), { changed: 6, leftovers: [] });
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', creator)
    .executeTakeFirstOrThrow();
  assert.deepEqual(user, {
    ...{ first_name: 'Åsa', last_name: 'Öberg', email: 'åsa@bilplåt2.example' },
  });
  const written = await db
    .selectFrom('auctions')
    .select(['number', 'manufacturer', 'model', 'description'])
    .where('id', '=', auction)
    .executeTakeFirstOrThrow();
  assert.deepEqual(written, {
    ...{ number: 'NS-1', manufacturer: 'Citroën', model: 'C4 Picasso' },
    description: 'Rad  ett\nrad två',
  });
  assert.deepEqual(await normalise(), { changed: 0, leftovers: [] });
});

test('API-3, STN-9 a text that would collide stays, is reported, and is normalized when the other is gone', async () => {
  const plain = await makeStation(db, nord, { user: { email: 'verkstad@lindbil.example' } });
  const odd = await makeStation(db, nord, { user: { email: 'verkstad@lindbil.example\u200b' } });
  await db
    .updateTable('service_stations')
    .set({ number: 'ÅÄ1' })
    .where('id', '=', plain.id)
    .execute();
  await db
    .updateTable('service_stations')
    .set({ number: 'A\u030aÄ1' })
    .where('id', '=', odd.id)
    .execute();
  await makeStaff(db, nord, 20, { email: 'x..y@bolag.example' });
  const { changed, leftovers } = await normalise();
  assert.equal(changed, 0);
  assert.deepEqual(
    leftovers.map(({ table, column, normal, reason }) => [table, column, normal, reason]),
    [
      ['users', 'email', 'verkstad@lindbil.example', 'taken'],
      ['users', 'email', 'x..y@bolag.example', 'invalid'],
      ['service_stations', 'number', 'ÅÄ1', 'taken'],
    ],
  );
  assert.equal(leftovers[0]!.id, String(odd.user_id));
  await db
    .updateTable('users')
    .set({ deactivated_at: new Date() })
    .where('id', '=', plain.user_id)
    .execute();
  assert.equal((await normalise()).changed, 1);
});

test('API-3, DISM-8 a certificate keeps the file name that it was sent with', async () => {
  const { ada, makeOpen, act } = await makeSeller(node, { follow_deregistration: true });
  const auction = await makeOpen({ damage_condition: 'DISASSEMBLY' });
  await ada.place(auction, 7_000);
  await act(auction, 'cancel');
  await act(auction, 'bids/1/select-winner');
  await act(auction, 'notify-winner');
  const { id } = await db
    .selectFrom('deregistrations')
    .select('id')
    .where('auction_id', '=', auction)
    .executeTakeFirstOrThrow();
  const document_name = 'Avfo\u0308rt.pdf';
  await db
    .insertInto('certificates')
    .values({
      ...{ deregistration_id: id, kind: 'certificate', date: '2026-11-26', sent_by: ada.user_id },
      ...{ document_key: 'd1', document_name, document_size: 1 },
    })
    .execute();
  await normalise();
  const kept = await db.selectFrom('certificates').select('document_name').execute();
  assert.deepEqual(kept, [{ document_name }]);
});

test('API-3 an older database is normalized when it is migrated', () => {
  assert.ok(listMigrations().includes('0049-normal-text'));
});
