import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { outcomeOf } from '@restvarde/contract/sale/outcome';
import { sql } from 'kysely';
import { endAuctions, listIds } from '../../../test/auctions/lists.ts';
import { makeBidder } from '../../../test/bidders.ts';
import { makeCategory } from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { startTestNode } from '../../../test/test-node.ts';
import { and } from '../access/visibility.ts';
import { savedFilters } from './list-filters.ts';

const DAY_S = 86_400;

const node = await startTestNode();
after(() => node.stop());

test('LIST-2 the status filter sends is_active and has_started', async () => {
  const { makeOpen, manager, ada } = await makeSeller(node);
  const [upcoming, active, ended] = [
    await makeOpen({ starts: DAY_S, ends: 2 * DAY_S }),
    await makeOpen(),
    await makeOpen(),
  ];
  await ada.place(ended, 100);
  await endAuctions(node, ended);
  for (const [query, expected] of [
    ['is_active=1', [active]],
    ['is_active=0&has_started=0', [upcoming]],
    ['is_active=0&has_started=1', [ended]],
    ['is_active=1&has_started=1', [active]],
    ['is_active=0', [upcoming, ended]],
    ['has_started=1', [active, ended]],
    ['has_started=0', [upcoming]],
  ] as const) {
    for (const ordering of ['', '&ordering=manufacturer', '&ordering=-bid_highest']) {
      const found = await listIds(node, manager, query + ordering);
      assert.deepEqual(found.sort(), [...expected].sort(), query + ordering);
      assert.deepEqual(
        (await listIds(node, ada.user_id, query + ordering)).sort(),
        expected.filter((id) => id !== upcoming).sort(),
        query + ordering,
      );
    }
  }
});

test('LIST-5 text filters match substrings, ignore case, spaces and hyphens, and take % and _ literally', async () => {
  const { makeOpen, manager } = await makeSeller(node);
  const fields = ['number', 'registration_number', 'chassis_number', 'manufacturer'] as const;
  for (const field of fields) {
    const shop = await makeSeller(node);
    const plain = await shop.makeOpen({ [field]: 'ABC 12Åå3' });
    const percent = await shop.makeOpen({ [field]: '50%_x\\y' });
    const dashed = await shop.makeOpen({ [field]: 'Q-7\u00a0R–8' });
    const other = await shop.makeOpen({ [field]: 'zzz' });
    for (const [written, expected] of [
      ['abc12', [plain]],
      ['C 1 2', [plain]],
      [' aBc ', [plain]],
      ['abc-12å', [plain]],
      ['ABC\u201112', [plain]],
      ['a–b−c 1', [plain]],
      ['åÅ', [plain]],
      ['q7r8', [dashed]],
      ['q 7-r', [dashed]],
      ['Z', [other]],
      ['%', [percent]],
      ['_', [percent]],
      ['\\', [percent]],
      ['0%_X', [percent]],
      ['a%3', []],
      ['a_c', []],
      ["'", []],
      ['', [plain, percent, dashed, other]],
      ['  ', [plain, percent, dashed, other]],
    ] as const) {
      const query = `${field}=${encodeURIComponent(written)}`;
      const found = await listIds(node, shop.manager, query);
      assert.deepEqual(found.sort(), [...expected].sort(), query);
    }
  }
  assert.deepEqual(await listIds(node, manager), []);
  assert.ok(await makeOpen());
});

test('LIST-2, ROLE-10 «buyer» matches the winner’s name for staff and reveals nothing to a station', async () => {
  const { makeOpen, manager, company } = await makeSeller(node);
  const ada = await makeBidder(node, company, { name: 'Annas Bil & Plåt' });
  const bo = await makeBidder(node, company, { name: 'Bosses' });
  const [hers, his, nobodys] = [await makeOpen(), await makeOpen(), await makeOpen()];
  await ada.place(hers, 100);
  await bo.place(his, 100);
  await ada.place(his, 200);
  await bo.place(his, 300);
  await endAuctions(node, hers, his, nobodys);
  assert.deepEqual(await listIds(node, manager, `buyer=${encodeURIComponent('bil & PLÅT')}`), [
    hers,
  ]);
  assert.deepEqual(await listIds(node, manager, 'buyer=bosses'), [his]);
  assert.deepEqual((await listIds(node, manager, 'buyer=s')).sort(), [hers, his].sort());
  const all = await listIds(node, ada.user_id);
  for (const buyer of ['ada', 'bosses', 'xyz']) {
    assert.deepEqual(await listIds(node, ada.user_id, `buyer=${buyer}`), all);
  }
});

test('LIST-5 date filters are days in Stockholm, both ends inclusive', async () => {
  const { makeOpen, manager } = await makeSeller(node);
  const at = async (start: string, end_dt: string) => {
    const id = await makeOpen();
    await sql`update auctions set start_dt = ${start} where id = ${id}`.execute(
      node.context.pool.db,
    );
    await sql`update auction_standings set end_dt = ${end_dt} where auction_id = ${id}`.execute(
      node.context.pool.db,
    );
    return id;
  };
  // In July Stockholm is two hours ahead of UTC, in January one.
  const justBefore = await at('2026-07-09T21:59:59.999Z', '2031-01-10T22:59:59.999Z');
  const first = await at('2026-07-09T22:00:00Z', '2031-01-10T23:00:00Z');
  const last = await at('2026-07-10T21:59:59.999Z', '2031-01-11T22:59:59.999Z');
  const all = [justBefore, first, last].sort();
  for (const [query, expected] of [
    ['start_dt=2026-07-09', all],
    ['start_dt=2026-07-10', [first, last]],
    ['start_dt=2026-07-11', []],
    ['end_dt=2031-01-09', []],
    ['end_dt=2031-01-10', [justBefore]],
    ['end_dt=2031-01-11', all],
    ['start_dt=2026-07-10&end_dt=2031-01-11', [first, last]],
    ['start_dt=2026-07-10&end_dt=2031-01-10', []],
  ] as const) {
    assert.deepEqual((await listIds(node, manager, query)).sort(), [...expected].sort(), query);
  }
});

test('LIST-5 a category may be repeated: any of them matches', async () => {
  const { db } = node.context.pool;
  const { makeOpen, manager } = await makeSeller(node);
  const [car, bike, boat] = [
    await makeCategory(db),
    await makeCategory(db),
    await makeCategory(db),
  ];
  const [cars, both, boats] = [
    await makeOpen({ categories: [car] }),
    await makeOpen({ categories: [car, bike] }),
    await makeOpen({ categories: [boat] }),
  ];
  await makeOpen();
  const found = async (...categories: number[]) =>
    (await listIds(node, manager, categories.map((id) => `category=${id}`).join('&'))).sort();
  assert.deepEqual(await found(car), [cars, both].sort());
  assert.deepEqual(await found(bike), [both]);
  assert.deepEqual(await found(bike, boat), [both, boats].sort());
  assert.deepEqual(await found(car, bike, boat, car), [cars, both, boats].sort());
  assert.deepEqual(await found(999_999), []);
});

test('LIST-2 filters are combined', async () => {
  const { makeOpen, manager } = await makeSeller(node);
  const wanted = await makeOpen({ manufacturer: 'Saab', registration_number: 'XYZ12A' });
  await makeOpen({ manufacturer: 'Saab' });
  await makeOpen({ registration_number: 'XYZ12A' });
  await makeOpen({
    manufacturer: 'Saab',
    registration_number: 'XYZ12A',
    starts: DAY_S,
    ends: 2 * DAY_S,
  });
  const query = 'manufacturer=saab&registration_number=xyz&is_active=1&ordering=-end_dt';
  assert.deepEqual(await listIds(node, manager, query), [wanted]);
});

test('LIST-12 lists are filtered by any of several values of `run_and_drive` and `primary_damage`', async () => {
  const { makeOpen, manager, ada } = await makeSeller(node);
  const front = await makeOpen({ condition: { run_and_drive: 'drives', primary_damage: 'front' } });
  const hail = await makeOpen({ condition: { run_and_drive: 'starts', primary_damage: 'hail' } });
  const water = await makeOpen({
    condition: { primary_damage: 'water', secondary_damage: 'front', keys: 1 },
  });
  await makeOpen();
  for (const [query, expected] of [
    ['run_and_drive=drives', [front]],
    ['run_and_drive=drives&run_and_drive=starts', [front, hail]],
    ['run_and_drive=no_start', []],
    ['primary_damage=front', [front]],
    ['primary_damage=hail&primary_damage=water', [hail, water]],
    ['primary_damage=hail&run_and_drive=starts&q=volvo', [hail]],
    ['primary_damage=hail&manufacturer=saab', []],
  ] as const) {
    for (const user of [manager, ada.user_id]) {
      assert.deepEqual((await listIds(node, user, query)).sort(), [...expected].sort(), query);
      const counts = await node.call(user, 'GET', `/api/auctions/counts?${query}`);
      assert.equal(counts.body.active, expected.length, query);
    }
  }
  for (const wrong of [
    'run_and_drive=yes',
    'primary_damage=',
    'primary_damage=hail&primary_damage=x',
  ])
    assert.equal((await node.call(manager, 'GET', `/api/auctions?${wrong}`)).status, 400, wrong);
  const exported = await node.call(manager, 'GET', '/api/auctions/export?primary_damage=hail');
  assert.equal(String(exported.body).trim().split('\r\n').length, 2);
});

test('LIST-12 an index serves each filter', async () => {
  const { db } = node.context.pool;
  await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    for (const filter of ['run_and_drive', 'primary_damage'] as const) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select from every_auction a where ${and(savedFilters({ [filter]: ['hail'] } as never))}`.execute(
        tx,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, new RegExp(`auctions_find_${filter}`), plan);
    }
  });
});

test('AUC-19 staff filter ended auctions by the outcome that their cards show, and a station cannot', async () => {
  const { makeOpen, manager, ada } = await makeSeller(node);
  const act = async (id: number, path: string) =>
    assert.equal((await node.call(manager, 'POST', `/api/auctions/${id}/${path}`, {})).status, 200);
  const running = await makeOpen();
  const [sold, won, low, declined, empty] = [
    await makeOpen(),
    await makeOpen(),
    await makeOpen({ reservation_price: 9_000 }),
    await makeOpen({ reservation_price: 9_000 }),
    await makeOpen(),
  ];
  for (const id of [running, sold, won, low, declined]) await ada.place(id, 100);
  await endAuctions(node, sold, won, low, declined, empty);
  await act(sold, 'notify-winner');
  await act(declined, 'decline');

  for (const [outcome, expected] of [
    ['sold', [sold]],
    ['undecided', [won, low]],
    ['unsold', [declined, empty]],
  ] as const) {
    for (const ordering of ['', '&ordering=number', '&ordering=-bid_highest']) {
      const found = await listIds(node, manager, `outcome=${outcome}${ordering}`);
      assert.deepEqual(found.sort(), [...expected].sort(), outcome + ordering);
    }
    const { body } = await node.call(manager, 'GET', `/api/auctions?outcome=${outcome}`);
    for (const { sale_status } of body.results) assert.equal(outcomeOf(sale_status), outcome);
    const counts = await node.call(manager, 'GET', `/api/auctions/counts?outcome=${outcome}`);
    assert.deepEqual(counts.body, { active: 0, upcoming: 0, ended: expected.length });
    const all = await listIds(node, ada.user_id);
    assert.deepEqual(await listIds(node, ada.user_id, `outcome=${outcome}`), all);
  }
});

test('LIST-14, ROLE-10 cards name the case manager to staff, and to no station', async () => {
  const { makeOpen, manager, ada } = await makeSeller(node);
  await makeOpen();
  const nameFor = async (user: number) =>
    (await node.call(user, 'GET', '/api/auctions')).body.results[0].manager_name;
  const { first_name, last_name } = (await node.call(manager, 'GET', '/api/users/me')).body;
  assert.equal(await nameFor(manager), [first_name, last_name].filter(Boolean).join(' '));
  assert.equal(await nameFor(ada.user_id), null);
});
