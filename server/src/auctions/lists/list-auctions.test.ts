import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AUCTION_SORTS } from '@restvarde/contract/auctions/auction-sorts';
import { sql } from 'kysely';
import {
  type AuctionValues,
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
  makeStation,
  type Station,
  shiftAuction,
} from '../../../test/factories.ts';
import { startTestNode } from '../../../test/test-node.ts';
import { closeEnded } from '../lifecycle/close-ended.ts';

const HOUR_S = 3_600;
const DAY_S = 86_400;

const node = await startTestNode();
after(() => node.stop());

const root = await makeStaff(node.context.pool.db, null, 30);

/** A company of its own, so that each test has its own lists. */
async function open() {
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const manager = await makeStaff(db, company);
  const stations = new Map<string, Station>();
  return {
    company,
    manager,
    make: (values: Partial<AuctionValues> = {}) =>
      makeAuction(db, { company, creator: manager, ...values }),
    async station(name: string, values: Parameters<typeof makeStation>[2] = {}) {
      const station = stations.get(name) ?? (await makeStation(db, company, { name, ...values }));
      stations.set(name, station);
      return station;
    },
  };
}
type Shop = Awaited<ReturnType<typeof open>>;

const bid = async (station: Station, auction: number, amount: number) => {
  const url = `/api/auctions/${auction}/bids`;
  const { status } = await node.call(station.user_id, 'POST', url, { bid: amount });
  assert.equal(status, 201);
};
const end = async (...ids: number[]) => {
  for (const id of ids) await shiftAuction(node.context.pool.db, id, -10 * DAY_S);
  while ((await closeEnded(node.context)) > 0);
};
async function ids(user: number, query = '', path = 'auctions'): Promise<number[]> {
  const { status, body } = await node.call(user, 'GET', `/api/${path}${query && `?${query}`}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.next, null);
  return body.results.map(({ id }: { id: number }) => id);
}

test('LIST-3 by default active by soonest end, upcoming by soonest start, ended by latest end', async () => {
  const { make, manager, company } = await open();
  const ended = [await make({ starts: -9 * DAY_S, ends: -3 * DAY_S }), await make({ ends: -60 })];
  const upcoming = [
    await make({ starts: 3 * DAY_S, ends: 4 * DAY_S }),
    await make({ starts: DAY_S, ends: 9 * DAY_S }),
  ];
  const active = [
    await make({ ends: 5 * DAY_S }),
    await make({ ends: HOUR_S }),
    await make({ ends: 2 * DAY_S }),
  ];
  const expected = [active[1], active[2], active[0], upcoming[1], upcoming[0], ended[1], ended[0]];
  assert.deepEqual(await ids(manager), expected);
  assert.deepEqual(await ids(root, `company=${company}`), expected);
});

test('LIST-3 what ties stands by id, in every order and direction', async () => {
  const { make, manager } = await open();
  const same = [await make(), await make(), await make()];
  await sql`update auction_standings set end_dt = '2030-01-01' where auction_id = any(${same})`.execute(
    node.context.pool.db,
  );
  assert.deepEqual(await ids(manager), same);
  // No two of a company have one number.
  for (const sort of AUCTION_SORTS.filter((sort) => sort !== 'number')) {
    assert.deepEqual(await ids(manager, `ordering=${sort}`), same, sort);
    const down = await ids(manager, `ordering=-${sort}`);
    // By nothing that they have, or by their states, in which they stand as by default.
    const isMissing = ['bid_highest', 'model_year', 'mileage', 'reserve_margin', 'status'].includes(
      sort,
    );
    assert.deepEqual(down, isMissing ? same : same.toReversed(), sort);
  }
});

const SWEDISH = [
  'Audi',
  'Saab',
  'Vera',
  'volvo',
  'Volvo',
  'Wera',
  'Zebra',
  'Ågren',
  'Äpple',
  'Öberg',
];
for (const field of ['manufacturer', 'model', 'staging_area_name'] as const) {
  test(`LIST-3 «${field}» sorts as Swedish does, whatever the state, up and down`, async () => {
    const { make, manager, company, station } = await open();
    const byName = new Map<string, number>();
    for (const [place, name] of [
      'Öberg',
      'Wera',
      'Audi',
      'Ågren',
      'volvo',
      'Zebra',
      'Vera',
      'Äpple',
      'Volvo',
      'Saab',
    ].entries()) {
      const times = [{}, { starts: DAY_S, ends: 2 * DAY_S }, { ends: -60 }][place % 3];
      byName.set(name, await make({ [field]: name, ...times }));
    }
    const expected = SWEDISH.map((name) => byName.get(name)!);
    for (const [user, query] of [
      [manager, ''],
      [root, `&company=${company}`],
    ] as const) {
      assert.deepEqual(await ids(user, `ordering=${field}${query}`), expected);
      assert.deepEqual(await ids(user, `ordering=-${field}${query}`), expected.toReversed());
    }
    const workshop = await station('A');
    const { body } = await node.call(workshop.user_id, 'GET', `/api/auctions?ordering=${field}`);
    const shown = body.results.map((card: Record<string, string>) => card[field]);
    assert.deepEqual(
      shown,
      SWEDISH.filter((name) => shown.includes(name)),
    );
    assert.equal(shown.length, 4);
  });
}

test('LIST-3 «end_dt» sorts by the end, whatever the state', async () => {
  const { make, manager } = await open();
  const expected = [
    await make({ ends: -DAY_S, starts: -2 * DAY_S }),
    await make({ ends: -60 }),
    await make({ ends: HOUR_S }),
    await make({ starts: HOUR_S, ends: 2 * HOUR_S }),
    await make({ ends: DAY_S }),
  ];
  assert.deepEqual(await ids(manager, 'ordering=end_dt'), expected);
  assert.deepEqual(await ids(manager, 'ordering=-end_dt'), expected.toReversed());
});

test('LIST-3 «bid_highest» has those without a bid last, up and down', async () => {
  const { make, manager, station } = await open();
  const anna = await station('Anna');
  const [none, high, low, alsoNone, middle] = [
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
  ];
  for (const [id, amount] of [
    [high, 9_000],
    [low, 1_000],
    [middle, 5_000],
  ] as const)
    await bid(anna, id, amount);
  assert.deepEqual(await ids(manager, 'ordering=bid_highest'), [low, middle, high, none, alsoNone]);
  assert.deepEqual(await ids(manager, 'ordering=-bid_highest'), [
    high,
    middle,
    low,
    none,
    alsoNone,
  ]);
  assert.deepEqual(await ids(anna.user_id, 'ordering=-bid_highest'), [
    high,
    middle,
    low,
    none,
    alsoNone,
  ]);
});

for (const field of ['model_year', 'mileage'] as const) {
  test(`LIST-3 «${field}» has what lacks it last, up and down, for everybody`, async () => {
    const { make, manager, company, station } = await open();
    const anna = await station('Anna');
    const none = await make();
    const high = await make({ [field]: 2024 });
    const low = await make({ [field]: 2009, ends: 2 * DAY_S });
    const alsoNone = await make();
    const middle = await make({ [field]: 2015 });
    for (const [user, query] of [
      [manager, ''],
      [anna.user_id, ''],
      [root, `&company=${company}`],
    ] as const) {
      const up = await ids(user, `ordering=${field}${query}`);
      assert.deepEqual(up, [low, middle, high, none, alsoNone]);
      const down = await ids(user, `ordering=-${field}${query}`);
      assert.deepEqual(down, [high, middle, low, none, alsoNone]);
    }
  });
}

test('LIST-3 numbers stand as people count', async () => {
  const { make, manager, station } = await open();
  const anna = await station('Anna');
  const mark = `N${manager}-`;
  const ten = await make({ number: `${mark}10` });
  const nine = await make({ number: `${mark}9` });
  const hundred = await make({ number: `${mark}0100` });
  for (const user of [manager, anna.user_id]) {
    assert.deepEqual(await ids(user, 'ordering=number'), [nine, ten, hundred]);
    assert.deepEqual(await ids(user, 'ordering=-number'), [hundred, ten, nine]);
  }
});

test('LIST-3 by status the list stands as by default, the other way with the ended first', async () => {
  const { make, manager, station } = await open();
  const anna = await station('Anna');
  const over = [await make(), await make()];
  await bid(anna, over[0]!, 500);
  await end(...over);
  const later = await make({ ends: 3 * DAY_S });
  const soon = await make();
  const coming = await make({ starts: DAY_S, ends: 2 * DAY_S });
  const [lastEnded, firstEnded] = over.toReversed();
  const ended = [lastEnded, firstEnded];
  assert.deepEqual(await ids(manager, 'ordering=status'), await ids(manager));
  assert.deepEqual(await ids(manager, 'ordering=-status'), [...ended, coming, soon, later]);
  assert.deepEqual(await ids(anna.user_id, 'ordering=-status'), [over[0], soon, later]);
  assert.deepEqual(await ids(manager, 'ordering=-status&is_active=1'), [soon, later]);
});

test('LIST-3 staff sort by bids and by how far the highest is from the reserve, which follows a change', async () => {
  const { make, manager, station } = await open();
  const [anna, bo] = [await station('Anna'), await station('Bo')];
  const under = await make({ reservation_price: 9_000 });
  const over = await make({ reservation_price: 2_000 });
  const without = await make();
  const noBid = await make({ reservation_price: 3_000 });
  await bid(anna, under, 4_000);
  await bid(anna, over, 2_500);
  await bid(bo, over, 2_600);
  await bid(bo, without, 90_000);
  const last = [without, noBid];
  assert.deepEqual(await ids(manager, 'ordering=reserve_margin'), [under, over, ...last]);
  assert.deepEqual(await ids(manager, 'ordering=-reserve_margin'), [over, under, ...last]);
  assert.deepEqual(await ids(manager, 'ordering=-bid_count'), [over, without, under, noBid]);
  assert.deepEqual(await ids(manager, 'ordering=bid_count'), [noBid, under, without, over]);
  const { db } = node.context.pool;
  await sql`update auctions set reservation_price = 3900 where id = ${under}`.execute(db);
  await sql`update auctions set reservation_price = null where id = ${over}`.execute(db);
  assert.deepEqual(await ids(manager, 'ordering=reserve_margin'), [under, over, ...last]);
  await sql`update auctions set reservation_price = 0 where id = ${without}`.execute(db);
  assert.deepEqual(await ids(manager, 'ordering=-reserve_margin'), [without, under, over, noBid]);
});

test('LIST-3, AUC-13 what tells of bids and reserves is no order for a station', async () => {
  const { make, station } = await open();
  const [anna, bo] = [await station('Anna'), await station('Bo')];
  const none = await make({ hidden_bids: true, reservation_price: 10, ends: DAY_S });
  const many = await make({ hidden_bids: true, reservation_price: 900_000, ends: 2 * DAY_S });
  await bid(bo, many, 5_000);
  await bid(anna, many, 4_000);
  for (const sort of ['bid_count', '-bid_count', 'reserve_margin', '-reserve_margin']) {
    assert.deepEqual(await ids(anna.user_id, `ordering=${sort}`), [none, many], sort);
  }
});

test('LIST-3, AUC-13 a station sorts sealed auctions by its own bid, staff by the highest', async () => {
  const { make, manager, station } = await open();
  const [anna, bo] = [await station('Anna'), await station('Bo')];
  const open5 = await make();
  const sealed1 = await make({ hidden_bids: true });
  const sealed9 = await make({ hidden_bids: true });
  const sealedRival = await make({ hidden_bids: true });
  const openNone = await make();
  await bid(bo, open5, 5_000);
  await bid(anna, sealed1, 1_000);
  await bid(bo, sealed1, 99_000);
  await bid(anna, sealed9, 9_000);
  await bid(bo, sealed9, 100);
  await bid(bo, sealedRival, 50_000);
  const last = [sealedRival, openNone];
  assert.deepEqual(await ids(anna.user_id, 'ordering=bid_highest'), [
    sealed1,
    open5,
    sealed9,
    ...last,
  ]);
  assert.deepEqual(await ids(anna.user_id, 'ordering=-bid_highest'), [
    sealed9,
    open5,
    sealed1,
    ...last,
  ]);
  assert.deepEqual(await ids(manager, 'ordering=-bid_highest'), [
    sealed1,
    sealedRival,
    sealed9,
    open5,
    openNone,
  ]);
  // A bid that was removed is none.
  await node.call(manager, 'DELETE', `/api/auctions/${sealed9}/bids/1`);
  assert.deepEqual(await ids(anna.user_id, 'ordering=-bid_highest'), [
    open5,
    sealed1,
    sealed9,
    ...last,
  ]);
});

test('LIST-2 the status sends is_active and has_started', async () => {
  const { make, manager, station } = await open();
  const anna = await station('Anna');
  const [upcoming, active, ended] = [
    await make({ starts: DAY_S, ends: 2 * DAY_S }),
    await make(),
    await make(),
  ];
  await bid(anna, ended, 100);
  await end(ended);
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
      const found = await ids(manager, query + ordering);
      assert.deepEqual(found.sort(), [...expected].sort(), query + ordering);
      assert.deepEqual(
        (await ids(anna.user_id, query + ordering)).sort(),
        expected.filter((id) => id !== upcoming).sort(),
        query + ordering,
      );
    }
  }
});

test('LIST-5 text filters are «contains», whatever case, spaces and hyphens, and take % and _ as they are', async () => {
  const { make, manager } = await open();
  const fields = ['number', 'registration_number', 'chassis_number', 'manufacturer'] as const;
  for (const field of fields) {
    const shop: Shop = await open();
    const plain = await shop.make({ [field]: 'ABC 12Åå3' });
    const percent = await shop.make({ [field]: '50%_x\\y' });
    const dashed = await shop.make({ [field]: 'Q-7\u00a0R–8' });
    const other = await shop.make({ [field]: 'zzz' });
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
      const found = await ids(shop.manager, query);
      assert.deepEqual(found.sort(), [...expected].sort(), query);
    }
  }
  assert.deepEqual(await ids(manager), []);
  assert.ok(await make());
});

test('LIST-2, ROLE-10 «buyer» finds the winner’s name for staff, and tells a station nothing', async () => {
  const { make, manager, station } = await open();
  const [anna, bo] = [await station('Annas Bil & Plåt'), await station('Bosses')];
  const [hers, his, nobodys] = [await make(), await make(), await make()];
  await bid(anna, hers, 100);
  await bid(bo, his, 100);
  await bid(anna, his, 200);
  await bid(bo, his, 300);
  await end(hers, his, nobodys);
  assert.deepEqual(await ids(manager, `buyer=${encodeURIComponent('bil & PLÅT')}`), [hers]);
  assert.deepEqual(await ids(manager, 'buyer=bosses'), [his]);
  assert.deepEqual((await ids(manager, 'buyer=s')).sort(), [hers, his].sort());
  const all = await ids(anna.user_id);
  for (const buyer of ['anna', 'bosses', 'xyz']) {
    assert.deepEqual(await ids(anna.user_id, `buyer=${buyer}`), all);
  }
});

test('LIST-5 dates are days of Stockholm, both ends inclusive', async () => {
  const { make, manager } = await open();
  const at = async (start: string, end_dt: string) => {
    const id = await make();
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
    assert.deepEqual((await ids(manager, query)).sort(), [...expected].sort(), query);
  }
});

test('LIST-5 a category may be repeated: any of them', async () => {
  const { db } = node.context.pool;
  const { make, manager } = await open();
  const [car, bike, boat] = [
    await makeCategory(db),
    await makeCategory(db),
    await makeCategory(db),
  ];
  const [cars, both, boats] = [
    await make({ categories: [car] }),
    await make({ categories: [car, bike] }),
    await make({ categories: [boat] }),
  ];
  await make();
  const found = async (...categories: number[]) =>
    (await ids(manager, categories.map((id) => `category=${id}`).join('&'))).sort();
  assert.deepEqual(await found(car), [cars, both].sort());
  assert.deepEqual(await found(bike), [both]);
  assert.deepEqual(await found(bike, boat), [both, boats].sort());
  assert.deepEqual(await found(car, bike, boat, car), [cars, both, boats].sort());
  assert.deepEqual(await found(999_999), []);
});

test('LIST-2 filters work together', async () => {
  const { make, manager } = await open();
  const wanted = await make({ manufacturer: 'Saab', registration_number: 'XYZ12A' });
  await make({ manufacturer: 'Saab' });
  await make({ registration_number: 'XYZ12A' });
  await make({
    manufacturer: 'Saab',
    registration_number: 'XYZ12A',
    starts: DAY_S,
    ends: 2 * DAY_S,
  });
  const query = 'manufacturer=saab&registration_number=xyz&is_active=1&ordering=-end_dt';
  assert.deepEqual(await ids(manager, query), [wanted]);
});

test('LIST-6 Mina auktioner are those that the station has bid on or watches', async () => {
  const { make, station } = await open();
  const [anna, bo] = [await station('Anna'), await station('Bo')];
  const [bidOn, watched, both, rivals] = [await make(), await make(), await make(), await make()];
  const [endedBid, endedOther] = [await make(), await make()];
  await make();
  const watch = (who: Station, id: number) =>
    node.call(who.user_id, 'POST', `/api/auctions/${id}/alert`);
  await bid(anna, bidOn, 100);
  await watch(anna, watched);
  await bid(anna, both, 100);
  await watch(anna, both);
  await bid(bo, rivals, 100);
  await bid(anna, endedBid, 100);
  await bid(bo, endedOther, 100);
  await end(endedBid, endedOther);
  const mine = await ids(anna.user_id, '', 'my-auctions');
  assert.deepEqual(mine.sort(), [bidOn, watched, both, endedBid].sort());
  assert.deepEqual(await ids(anna.user_id, 'is_active=0', 'my-auctions'), [endedBid]);
  await node.call(anna.user_id, 'DELETE', `/api/auctions/${watched}/alert`);
  assert.ok(!(await ids(anna.user_id, '', 'my-auctions')).includes(watched));
  const { body } = await node.call(anna.user_id, 'GET', '/api/my-auctions');
  const card = body.results.find(({ id }: { id: number }) => id === both);
  assert.deepEqual([card.has_active_alert, card.my_bid], [true, 100]);
});

test('LIST-6 Vunna auktioner are those that the station won and was notified of', async () => {
  const { make, station } = await open();
  const [anna, bo] = [await station('Anna'), await station('Bo')];
  const [won, notNotified, lost, below] = [
    await make(),
    await make(),
    await make(),
    await make({ reservation_price: 1_000 }),
  ];
  for (const id of [won, notNotified, lost, below]) await bid(anna, id, 100);
  await bid(bo, lost, 200);
  await end(won, notNotified, lost, below);
  await sql`
    update auction_standings set winner_notified_at = now()
    where auction_id = any(${[won, lost]})`.execute(node.context.pool.db);
  assert.deepEqual(await ids(anna.user_id, '', 'won-auctions'), [won]);
  assert.deepEqual(await ids(bo.user_id, '', 'won-auctions'), [lost]);
  assert.deepEqual(await ids(anna.user_id, 'ordering=-bid_highest', 'won-auctions'), [won]);
});
