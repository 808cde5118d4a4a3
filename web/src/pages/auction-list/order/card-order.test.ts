import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { isInOrder } from './card-order.ts';
import { groupsAt, holdPlaces } from './held-places.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');

const card = (
  id: number,
  values: Partial<AuctionCard> & { ends?: number; starts?: number } = {},
) => {
  const { ends = id, starts = -24, ...rest } = values;
  return {
    id,
    start_dt: new Date(NOW + starts * HOUR_MS).toISOString(),
    end_dt: new Date(NOW + ends * HOUR_MS).toISOString(),
    is_active: ends > 0 && starts <= 0,
    has_started: starts <= 0,
    hidden_bids: false,
    my_bid: null,
    highest_bid: null,
    ...rest,
  } as AuctionCard;
};
const isOrdered = (
  cards: AuctionCard[],
  ordering?: Parameters<typeof isInOrder>[1]['ordering'],
  kind: 'all' | 'mine' = 'all',
  now = NOW,
) => isInOrder(cards, { kind, ordering }, now);

test('LIST-3, LIST-7 the default order is by end, then upcoming auctions, then ended ones', () => {
  const list = [
    card(1, { ends: 1 }),
    card(2, { ends: 2 }),
    card(3, { starts: 1, ends: 1.8 }),
    card(4, { starts: 2, ends: 3 }),
    card(6, { ends: -1 }),
    card(5, { ends: -1 }),
    card(7, { ends: -2 }),
  ];
  assert.ok(isOrdered(list));
  assert.ok(
    !isOrdered(list.with(0, card(1, { ends: 2.5 }))),
    'a late bid moved its end past the next',
  );
  assert.ok(!isOrdered(list.with(1, card(2, { ends: -0.1 }))), 'it ended where it stood');
  assert.ok(!isOrdered(list, undefined, 'all', NOW + 1.5 * HOUR_MS), 'an upcoming one has begun');
});

test('LIST-3, LIST-7 bids and the clock also change the orders by status, bids and reserve', () => {
  const list = [card(3, { ends: -1 }), card(2, { starts: 1, ends: 3 }), card(1, { ends: 1 })];
  assert.ok(isOrdered(list, '-status'));
  assert.ok(!isOrdered(list, '-status', 'all', NOW + 1.5 * HOUR_MS));
  assert.ok(isOrdered(list.toReversed(), 'status'));
  const bids = [
    card(1, { bid_count: 0, reservation_price: 100 }),
    card(2, { bid_count: 1, reservation_price: 500, highest_bid: 200 }),
    card(3, { bid_count: 2, reservation_price: 100, highest_bid: 200 }),
  ];
  assert.ok(isOrdered(bids, 'bid_count'));
  assert.ok(!isOrdered(bids.with(0, card(1, { bid_count: 5 })), 'bid_count'));
  const margins = [bids[2]!, bids[1]!, bids[0]!, card(4, { reservation_price: null })];
  assert.ok(isOrdered(margins, '-reserve_margin'));
  const raised = card(2, { reservation_price: 500, highest_bid: 900 });
  assert.ok(!isOrdered(margins.with(1, raised), '-reserve_margin'));
});

test('LIST-3, LIST-7 a bid changes only the order by bids; nulls sort last in both directions', () => {
  const list = [card(1, { highest_bid: 100 }), card(2, { highest_bid: 200 }), card(3), card(4)];
  assert.ok(isOrdered(list, 'bid_highest'));
  assert.ok(isOrdered(list.with(0, card(1, { highest_bid: 300 })), 'manufacturer'));
  assert.ok(!isOrdered(list.with(0, card(1, { highest_bid: 300 })), 'bid_highest'));
  const down = [list[1]!, list[0]!, list[2]!, list[3]!];
  assert.ok(isOrdered(down, '-bid_highest'));
  assert.ok(!isOrdered(down.with(2, card(3, { highest_bid: 50 })).toReversed(), '-bid_highest'));
  const own = [card(1, { hidden_bids: true, my_bid: 100 }), card(2, { highest_bid: 200 })];
  assert.ok(isOrdered(own, 'bid_highest'), 'a sealed one is sorted by the station’s own bid');
});

test('LIST-6, LIST-7 being outbid moves a card to another group, whatever the order', () => {
  const leading = card(2, { my_bid: 100, highest_bid: 100 });
  const list = [card(1, { my_bid: 50, highest_bid: 60 }), leading, card(3)];
  assert.ok(isOrdered(list, 'model', 'mine'));
  const outbid = { ...leading, highest_bid: 200 };
  assert.ok(isOrdered(list.with(1, outbid), 'model', 'mine'));
  assert.ok(!isOrdered([leading, outbid], 'model', 'mine'));
});

test('LIST-4, LIST-7 a card keeps its position and group, and a duplicate is shown once', () => {
  const leading = card(2, { my_bid: 100, highest_bid: 100 });
  const first = [leading, card(3), card(4, { ends: -1 })];
  const held = holdPlaces(new Map(), first, { kind: 'mine', ordering: undefined });
  const idsIn = (cards: AuctionCard[], places = held) =>
    groupsAt(places, cards).map((group) => [group.name, ...group.cards.map(({ id }) => id)]);
  assert.deepEqual(idsIn(first), [
    ['leading', 2],
    ['watched', 3],
    ['ended', 4],
  ]);

  const outbid = { ...leading, highest_bid: 300 };
  const again = [card(3), outbid, card(4, { ends: -1 })];
  assert.equal(
    holdPlaces(held, again, { kind: 'mine', ordering: undefined }),
    held,
    'nothing is new',
  );
  assert.deepEqual(idsIn(again)[0], ['leading', 2]);
  assert.equal(groupsAt(held, again)[0]?.cards[0]?.highest_bid, 300, 'its content is updated');

  const more = holdPlaces(held, [card(9), outbid, card(3), card(3)], {
    kind: 'mine',
    ordering: undefined,
  });
  assert.deepEqual(idsIn([card(9), outbid, card(3), card(3)], more), [
    ['leading', 2],
    ['watched', 3, 9],
  ]);
  assert.deepEqual(
    idsIn(again, holdPlaces(new Map(), again, { kind: 'mine', ordering: undefined }))[0],
    ['outbid', 2],
  );
});
