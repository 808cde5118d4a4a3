import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { hashPassword } from '../auth/passwords/password.ts';

const { node, db } = await openTestNode();

const nord = await makeCompany(db);
const admin = await makeStaff(db, nord, 30);

test('STN-9, FMT-5 all spellings of an address are one account, and each of them can log in', async () => {
  const password = 'blå räksmörgås';
  const user = { email: 'kontakt@bilplåt2.example', password_hash: await hashPassword(password) };
  const station = await makeStation(db, nord, { user });
  const spellings = [
    'kontakt@xn--bilplt2-ixa.example',
    'Kontakt@Bilpla\u030at2.example',
    'kontakt@bilplåt2.example\u200b',
    'kon\u00adtakt@bilplåt2.example.',
    '\uff4bontakt\uff20bilplåt2.example',
  ];
  const person = { first_name: 'Eva', last_name: 'Berg' };
  const other = await makeStation(db, nord);
  for (const email of spellings) {
    const contact = await node.call(admin, 'PATCH', `/api/service-stations/${other.id}/user`, {
      email,
    });
    assert.deepEqual(
      [contact.status, contact.body.email],
      [400, ['E-postadressen används redan']],
      email,
    );
    const staff = await node.call(admin, 'POST', '/api/users', { ...person, email, role: 20 });
    assert.deepEqual(staff.body, { email: ['E-postadressen används redan'] }, email);
    const login = await node.call(null, 'POST', '/api/auth/two-factor', {
      ...{ email, password: password.normalize('NFD') },
    });
    assert.equal(login.status, 200, email);
    await db.deleteFrom('login_codes').where('user_id', '=', station.user_id).execute();
    await takeEmails(node);
    await db.deleteFrom('rate_limits').execute();
  }
});

test('STN-9, DATA-1 numbers and names are compared by their normal form', async () => {
  const station = { number: 'ÅÄ1', name: 'Lindbil', is_staging_area: false };
  const url = '/api/service-stations';
  assert.equal((await node.call(admin, 'POST', url, station)).status, 201);
  const again = await node.call(admin, 'POST', url, {
    ...station,
    number: 'A\u030aA\u0308\u200b1',
  });
  assert.deepEqual(again.body, { number: ['Verkstadsnumret används redan'] });
  assert.equal((await node.call(admin, 'POST', '/api/categories', { name: 'Gård' })).status, 201);
  const category = await node.call(admin, 'POST', '/api/categories', { name: 'Ga\u030ard\u00ad' });
  assert.equal(category.status, 400);
});

test('LIST-5, LIST-11 text is found in whatever Unicode form it is typed', async () => {
  const auction = await makeAuction(db, {
    ...{ company: nord, creator: admin, manufacturer: 'Citroën' },
  });
  for (const query of ['manufacturer', 'q']) {
    for (const written of ['Citroe\u0308n', 'citroën', 'Citro\u200bën']) {
      const { body } = await node.call(
        admin,
        'GET',
        `/api/auctions?${new URLSearchParams({ [query]: written })}`,
      );
      assert.deepEqual(
        body.results.map(({ id }: { id: number }) => id),
        [auction],
        `${query}: ${written}`,
      );
    }
  }
});
