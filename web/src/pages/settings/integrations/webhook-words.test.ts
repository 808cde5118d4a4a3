import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Delivery, WEBHOOK_EVENTS } from '@restvarde/contract/feed/webhooks';
import { describeDelivery, describeEvents, isGivenUp, isUnderWay } from './webhook-words.ts';

const delivery: Delivery = {
  id: 1,
  type: 'auction.ended',
  created_at: '2026-11-28T06:00:00.000Z',
  status: null,
  tries: 0,
  next_at: null,
  error: null,
};
const next_at = '2026-11-28T06:05:00.000Z';

test('FEED-10 a delivery is described by its last try and the next', () => {
  for (const [part, sentence, state] of [
    [{ next_at }, 'Skickas nu', 'under way'],
    [{ tries: 1 }, 'Skickas nu', 'under way'],
    [{}, 'Väntar tills webhooken startas', 'held'],
    [{ tries: 1, status: 204 }, 'Mottaget (204)', 'received'],
    [{ tries: 1, status: 500, next_at }, 'Systemet svarade 500. 1 försök, nästa sen.', 'under way'],
    [{ tries: 7, error: 'Anslutningen bröts.' }, 'Anslutningen bröts. 7 försök.', 'given up'],
  ] as const) {
    const one = { ...delivery, ...part };
    assert.equal(
      describeDelivery(one, () => 'sen'),
      sentence,
    );
    assert.equal(isUnderWay(one), state === 'under way', sentence);
    assert.equal(isGivenUp(one), state === 'given up', sentence);
  }
});

test('FEED-9 the events of a webhook are in one line', () => {
  assert.equal(describeEvents({ events: [...WEBHOOK_EVENTS] }), 'Alla händelser');
  assert.equal(
    describeEvents({ events: ['auction.ended', 'auction.deleted'] }),
    'Auktionen har slutat · Auktionen har raderats',
  );
});
