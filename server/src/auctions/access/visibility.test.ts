import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SENTENCE } from '@restvarde/contract/errors';
import {
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
  makeStation,
  shiftAuction,
} from '../../../test/factories.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { closeEnded } from '../lifecycle/close-ended.ts';

const NEVER = 2_000_000_000;
const DAY_S = 86_400;

/** The viewers by name. The stations «cars» and «bikes» belong to Nord and have one category each. */
const VIEWERS = [
  'cars',
  'bikes',
  'all',
  'rival',
  'manager',
  'admin',
  'other',
  'chief',
  'root',
] as const;
type Name = (typeof VIEWERS)[number];

const NORD_STAFF: Name[] = ['manager', 'admin', 'root'];
const VAST_STAFF: Name[] = ['other', 'chief', 'root'];

/** Who sees what. An auction is Nord's and in the cars category unless stated otherwise (ROLE-15, ROLE-17). */
const TABLE: Record<string, Name[]> = {
  'active, own workshops': [...NORD_STAFF, 'cars', 'all'],
  'active, for cars and bikes': [...NORD_STAFF, 'cars', 'bikes', 'all'],
  'active, global': [...NORD_STAFF, 'cars', 'all', 'rival'],
  'active, global, of Väst': [...VAST_STAFF, 'cars', 'all', 'rival'],
  'active, of Väst': [...VAST_STAFF, 'rival'],
  upcoming: NORD_STAFF,
  'upcoming, global': NORD_STAFF,
  'ended, own workshops': NORD_STAFF,
  'ended, global': NORD_STAFF,
  'ended, with a bid of cars': [...NORD_STAFF, 'cars'],
  'ended, watched by cars': [...NORD_STAFF, 'cars'],
  'ended, global, with a bid of the rival': [...NORD_STAFF, 'rival'],
  'deleted while active': [],
  'deleted after the end, with a bid of cars': [],
  'deleted before the start': [],
};

const users = {} as Record<Name, number>;
const auctions: Record<string, number> = {};

const { node, db } = await openTestNode();

const [nord, vast] = [await makeCompany(db), await makeCompany(db)];
const [car, bike] = [await makeCategory(db), await makeCategory(db)];
const station = async (company: number, categories: number[]) =>
  (await makeStation(db, company, { categories })).user_id;
Object.assign(users, {
  cars: await station(nord, [car]),
  bikes: await station(nord, [bike]),
  all: await station(nord, []),
  rival: await station(vast, [car]),
  manager: await makeStaff(db, nord),
  admin: await makeStaff(db, nord, 30),
  other: await makeStaff(db, vast),
  chief: await makeStaff(db, vast, 30),
  root: await makeStaff(db, null, 30),
} satisfies Record<Name, number>);

for (const kind of Object.keys(TABLE)) {
  const isVast = kind.includes('of Väst');
  const id = await makeAuction(db, {
    company: isVast ? vast : nord,
    creator: isVast ? users.other : users.manager,
    categories: kind.includes('bikes') ? [car, bike] : [car],
    is_global: kind.includes('global'),
    starts: /upcoming|before/.test(kind) ? DAY_S : -DAY_S,
    ends: 2 * DAY_S,
  });
  auctions[kind] = id;
  const actor = kind.includes('the rival') ? users.rival : users.cars;
  if (kind.includes('a bid')) {
    const answer = await node.call(actor, 'POST', `/api/auctions/${id}/bids`, { bid: 100 });
    assert.equal(answer.status, 201);
  }
  if (kind.includes('watched')) {
    assert.equal((await node.call(actor, 'POST', `/api/auctions/${id}/alert`)).status, 204);
  }
  if (/^ended|after the end/.test(kind)) await shiftAuction(db, id, -10 * DAY_S);
}
while ((await closeEnded(node.context)) > 0);
for (const [kind, id] of Object.entries(auctions)) {
  if (!kind.includes('deleted')) continue;
  assert.equal((await node.call(users.admin, 'DELETE', `/api/auctions/${id}`)).status, 204);
}

const listed = async (user: number, query = '') => {
  const { status, body } = await node.call(user, 'GET', `/api/auctions${query}`);
  assert.equal(status, 200);
  assert.equal(body.next, null);
  return new Set<number>(body.results.map(({ id }: { id: number }) => id));
};

for (const viewer of VIEWERS) {
  test(`ROLE-14, ROLE-15, ROLE-17 «${viewer}» lists and opens exactly what the table says`, async () => {
    const list = await listed(users[viewer]);
    for (const [kind, seers] of Object.entries(TABLE)) {
      const id = auctions[kind]!;
      const sees = seers.includes(viewer);
      assert.equal(list.has(id), sees, `listed: ${kind}`);
      const detail = await node.call(users[viewer], 'GET', `/api/auctions/${id}`);
      assert.equal(detail.status, sees ? 200 : 404, `opened: ${kind}`);
      if (!sees) assert.deepEqual(detail.body, { detail: SENTENCE.notFound });
    }
  });
}

test('ROLE-14 a hidden auction gets the same response as one that does not exist, byte for byte', async () => {
  const raw = async (
    user: number,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
  ) => {
    const { status, body: said, headers } = await node.call(user, method, url, body);
    const { date: _date, ...rest } = headers;
    return JSON.stringify([status, said, rest]);
  };
  const calls: ['GET' | 'POST' | 'DELETE', string, object?][] = [
    ['GET', ''],
    ['GET', '/bids'],
    ['POST', '/bids', { bid: 500 }],
    ['POST', '/bids/1/select-winner', {}],
    ['POST', '/alert'],
    ['POST', '/cancel'],
    ['DELETE', ''],
    ['DELETE', '/bids/1'],
    ['DELETE', '/images/1'],
  ];
  for (const viewer of VIEWERS) {
    for (const [kind, seers] of Object.entries(TABLE)) {
      if (seers.includes(viewer)) continue;
      for (const [method, path, body] of calls) {
        // Stations it was offered to learn that the end came before the bid (BID-5).
        const whileActive = kind.includes('global') ? 'active, global' : 'active, own workshops';
        const isLate = kind.startsWith('ended') && TABLE[whileActive]!.includes(viewer);
        if (isLate && method === 'POST' && path === '/bids') continue;
        const at = (id: number) => raw(users[viewer], method, `/api/auctions/${id}${path}`, body);
        assert.equal(
          await at(auctions[kind]!),
          await at(NEVER),
          `${viewer} ${method} ${path}: ${kind}`,
        );
      }
    }
  }
  // None of the calls had an effect.
  assert.deepEqual(await listed(users.manager), await listed(users.admin));
  const seen = Object.values(TABLE).filter((seers) => seers.includes('manager')).length;
  assert.equal((await listed(users.manager)).size, seen);
});

test('ROLE-2, API-5 a superuser may select one company; the parameter is ignored for others', async () => {
  const of = (kinds: (kind: string) => boolean) =>
    new Set(
      Object.entries(TABLE)
        .filter(([kind, seers]) => seers.includes('root') && kinds(kind))
        .map(([kind]) => auctions[kind]!),
    );
  const isVast = (kind: string) => kind.includes('of Väst');
  assert.deepEqual(await listed(users.root, `?company=${vast}`), of(isVast));
  assert.deepEqual(
    await listed(users.root, `?company=${nord}`),
    of((kind) => !isVast(kind)),
  );
  assert.deepEqual(await listed(users.root, `?company=${NEVER / 10}`), new Set());
  for (const viewer of VIEWERS.filter((name) => name !== 'root')) {
    const own = await listed(users[viewer]);
    assert.deepEqual(await listed(users[viewer], `?company=${vast}`), own);
    assert.deepEqual(await listed(users[viewer], `?company=${nord}`), own);
  }
});

test('ROLE-13 can_edit is true for the owner’s case managers and above, and for superusers', async () => {
  for (const viewer of VIEWERS) {
    const { body } = await node.call(users[viewer], 'GET', '/api/auctions');
    const staff = [...NORD_STAFF, 'other', 'chief'].includes(viewer);
    for (const card of body.results) {
      assert.equal(card.can_edit, staff);
      const { body: whole } = await node.call(users[viewer], 'GET', `/api/auctions/${card.id}`);
      assert.equal(whole.can_edit, staff);
    }
  }
});

test('ROLE-17 removing an alert also removes access to an ended auction', async () => {
  const url = `/api/auctions/${auctions['ended, watched by cars']}`;
  assert.equal((await node.call(users.cars, 'GET', url)).body.has_active_alert, true);
  assert.equal((await node.call(users.cars, 'POST', `${url}/alert`)).status, 204);
  assert.equal((await node.call(users.cars, 'DELETE', `${url}/alert`)).status, 204);
  assert.equal((await node.call(users.cars, 'GET', url)).status, 404);
  assert.equal((await node.call(users.cars, 'DELETE', `${url}/alert`)).status, 404);
  assert.equal((await node.call(users.cars, 'POST', `${url}/alert`)).status, 404);
});

test('ROLE-17 a changed station category takes effect on the next call', async () => {
  const category = await makeCategory(db);
  const nordStation = await makeStation(db, nord, { categories: [category] });
  const id = auctions['active, own workshops']!;
  assert.equal((await node.call(nordStation.user_id, 'GET', `/api/auctions/${id}`)).status, 404);
  const fresh = await makeStation(db, nord, { categories: [category] });
  await db
    .insertInto('auction_categories')
    .values({ auction_id: id, category_id: category })
    .execute();
  assert.equal((await node.call(fresh.user_id, 'GET', `/api/auctions/${id}`)).status, 200);
});
