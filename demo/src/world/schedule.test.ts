import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import { planOf } from './schedule.ts';

const COUNT = 52;
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, timeStyle: 'short' });

// A Sunday, a Friday night, the nights on which the clocks change, an ordinary noon.
for (const now of [
  '2026-11-22T05:10Z',
  '2026-06-05T22:30Z',
  '2026-03-28T23:30Z',
  '2026-10-25T00:30Z',
  '2026-09-16T10:00Z',
]) {
  test(`auctions of a demo that is made at ${now} end on working days between 09 and 16`, () => {
    const plans = Array.from({ length: COUNT }, (_, place) =>
      planOf(place, COUNT, Date.parse(now)),
    );
    const at = (minutes: number) => new Date(Math.round(Date.parse(now) + minutes * 60_000));
    assert.ok(plans.slice(0, 5).every(({ ends }) => ends > 0 && ends < 60));
    for (const { starts, ends } of plans) assert.ok(starts < ends);
    for (const { ends } of plans.slice(5)) {
      const weekday = new Date(stockholmDate(at(ends))).getUTCDay();
      assert.ok(weekday >= 1 && weekday <= 5, at(ends).toISOString());
      const time = clock.format(at(ends));
      assert.ok(time >= '09:00' && time <= '16:00', time);
    }
  });
}
