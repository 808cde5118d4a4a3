import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AUCTION_SORTS } from '@restvarde/contract/auctions/auction-sorts';
import { sql } from 'kysely';
import { endAuctions, listIds } from '../../../test/auctions/lists.ts';
import { makeStaff } from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { startTestNode } from '../../../test/test-node.ts';

const HOUR_S = 3_600;
const DAY_S = 86_400;

const node = await startTestNode();
after(() => node.stop());

const root = await makeStaff(node.context.pool.db, null, 30);

test('LIST-3 the default order: active by soonest end, upcoming by soonest start, ended by latest end', async () => {
  const { makeOpen, manager, company } = await makeSeller(node);
  const ended = [
    await makeOpen({ starts: -9 * DAY_S, ends: -3 * DAY_S }),
    await makeOpen({ ends: -60 }),
  ];
  const upcoming = [
    await makeOpen({ starts: 3 * DAY_S, ends: 4 * DAY_S }),
    await makeOpen({ starts: DAY_S, ends: 9 * DAY_S }),
  ];
  const active = [
    await makeOpen({ ends: 5 * DAY_S }),
    await makeOpen({ ends: HOUR_S }),
    await makeOpen({ ends: 2 * DAY_S }),
  ];
  const expected = [active[1], active[2], active[0], upcoming[1], upcoming[0], ended[1], ended[0]];
  assert.deepEqual(await listIds(node, manager), expected);
  assert.deepEqual(await listIds(node, root, `company=${company}`), expected);
});

test('LIST-3 ties are ordered by id, in every order and direction', async () => {
  const { makeOpen, manager } = await makeSeller(node);
  const same = [await makeOpen(), await makeOpen(), await makeOpen()];
  await sql`update auction_standings set end_dt = '2030-01-01' where auction_id = any(${same})`.execute(
    node.context.pool.db,
  );
  assert.deepEqual(await listIds(node, manager), same);
  // Numbers are unique within a company.
  for (const sort of AUCTION_SORTS.filter((one) => one !== 'number')) {
    assert.deepEqual(await listIds(node, manager, `ordering=${sort}`), same, sort);
    const down = await listIds(node, manager, `ordering=-${sort}`);
    // Sorts of values that these auctions lack, and the status, which uses the default order.
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
  test(`LIST-3 «${field}» sorts in Swedish order across all states, up and down`, async () => {
    const { makeOpen, manager, company, ada } = await makeSeller(node);
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
      byName.set(name, await makeOpen({ [field]: name, ...times }));
    }
    const expected = SWEDISH.map((name) => byName.get(name)!);
    for (const [user, query] of [
      [manager, ''],
      [root, `&company=${company}`],
    ] as const) {
      assert.deepEqual(await listIds(node, user, `ordering=${field}${query}`), expected);
      assert.deepEqual(
        await listIds(node, user, `ordering=-${field}${query}`),
        expected.toReversed(),
      );
    }
    const { body } = await node.call(ada.user_id, 'GET', `/api/auctions?ordering=${field}`);
    const shown = body.results.map((card: Record<string, string>) => card[field]);
    assert.deepEqual(
      shown,
      SWEDISH.filter((name) => shown.includes(name)),
    );
    assert.equal(shown.length, 4);
  });
}

test('LIST-3 «end_dt» sorts by the end across all states', async () => {
  const { makeOpen, manager } = await makeSeller(node);
  const expected = [
    await makeOpen({ ends: -DAY_S, starts: -2 * DAY_S }),
    await makeOpen({ ends: -60 }),
    await makeOpen({ ends: HOUR_S }),
    await makeOpen({ starts: HOUR_S, ends: 2 * HOUR_S }),
    await makeOpen({ ends: DAY_S }),
  ];
  assert.deepEqual(await listIds(node, manager, 'ordering=end_dt'), expected);
  assert.deepEqual(await listIds(node, manager, 'ordering=-end_dt'), expected.toReversed());
});

for (const field of ['model_year', 'mileage'] as const) {
  test(`LIST-3 «${field}» has missing values last, up and down, for everybody`, async () => {
    const { makeOpen, manager, company, ada } = await makeSeller(node);
    const none = await makeOpen();
    const high = await makeOpen({ [field]: 2024 });
    const low = await makeOpen({ [field]: 2009, ends: 2 * DAY_S });
    const alsoNone = await makeOpen();
    const middle = await makeOpen({ [field]: 2015 });
    for (const [user, query] of [
      [manager, ''],
      [ada.user_id, ''],
      [root, `&company=${company}`],
    ] as const) {
      const up = await listIds(node, user, `ordering=${field}${query}`);
      assert.deepEqual(up, [low, middle, high, none, alsoNone]);
      const down = await listIds(node, user, `ordering=-${field}${query}`);
      assert.deepEqual(down, [high, middle, low, none, alsoNone]);
    }
  });
}

test('LIST-3 numbers sort in natural order', async () => {
  const { makeOpen, manager, ada } = await makeSeller(node);
  const mark = `N${manager}-`;
  const ten = await makeOpen({ number: `${mark}10` });
  const nine = await makeOpen({ number: `${mark}9` });
  const hundred = await makeOpen({ number: `${mark}0100` });
  for (const user of [manager, ada.user_id]) {
    assert.deepEqual(await listIds(node, user, 'ordering=number'), [nine, ten, hundred]);
    assert.deepEqual(await listIds(node, user, 'ordering=-number'), [hundred, ten, nine]);
  }
});

test('LIST-3 by status the list has the default order, descending with the ended ones first', async () => {
  const { makeOpen, manager, ada } = await makeSeller(node);
  const over = [await makeOpen(), await makeOpen()];
  await ada.place(over[0]!, 500);
  await endAuctions(node, ...over);
  const later = await makeOpen({ ends: 3 * DAY_S });
  const soon = await makeOpen();
  const coming = await makeOpen({ starts: DAY_S, ends: 2 * DAY_S });
  const [lastEnded, firstEnded] = over.toReversed();
  const ended = [lastEnded, firstEnded];
  assert.deepEqual(await listIds(node, manager, 'ordering=status'), await listIds(node, manager));
  assert.deepEqual(await listIds(node, manager, 'ordering=-status'), [
    ...ended,
    coming,
    soon,
    later,
  ]);
  assert.deepEqual(await listIds(node, ada.user_id, 'ordering=-status'), [over[0], soon, later]);
  assert.deepEqual(await listIds(node, manager, 'ordering=-status&is_active=1'), [soon, later]);
});
