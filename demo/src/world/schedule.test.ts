import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import { LOOK_BACK_MONTHS } from '@restvarde/contract/look-back';
import { moreVehicles, VEHICLES } from '../vehicles/vehicles.ts';
import { PAST_COUNT } from './past.ts';
import { pastPlanOf, planOf } from './schedule.ts';

const COUNT = 52;
const DAY_MS = 86_400_000;
const DAY_MINUTES = DAY_MS / 60_000;
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, timeStyle: 'short' });

// A Sunday, a Friday night, both changes of daylight saving time, and a noon.
for (const now of [
  '2026-11-22T05:10Z',
  '2026-06-05T22:30Z',
  '2026-03-28T23:30Z',
  '2026-10-25T00:30Z',
  '2026-09-16T10:00Z',
]) {
  test(`auctions of a demo created at ${now} end on working days between 09 and 16`, () => {
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

test('no two of a thousand additional auctions with the same model end at the same time, and all end within five weeks', () => {
  const now = Date.parse('2026-09-16T10:00Z');
  const listed = [VEHICLES, moreVehicles(1_000)].flatMap((vehicles) =>
    vehicles.map(({ manufacturer, model }, place) => ({
      name: `${manufacturer} ${model}`,
      ends: planOf(place, vehicles.length, now).ends,
    })),
  );
  const byEnd = Map.groupBy(listed, ({ ends }) => ends);
  for (const [ends, together] of byEnd) {
    assert.equal(new Set(together.map(({ name }) => name)).size, together.length, String(ends));
    assert.ok(Math.abs(ends) < 35 * 24 * 60, String(ends));
  }
});

test('a demo has sales in each of the previous eleven months, whenever it is created', () => {
  const first = Date.parse('2026-01-01T05:10Z');
  for (let day = 0; day < 366; day++) {
    const now = first + day * DAY_MS;
    const plans = Array.from({ length: PAST_COUNT }, (_, place) =>
      pastPlanOf(place, PAST_COUNT, now),
    );
    const dayOf = (minutes: number) => stockholmDate(new Date(now + minutes * 60_000));
    const ends = plans.map((plan) => dayOf(plan.ends));
    assert.deepEqual(ends, ends.toSorted().reverse());
    assert.ok(ends[0]! <= dayOf(-13 * DAY_MINUTES) && ends.at(-1)! > dayOf(-368 * DAY_MINUTES));
    const sold = ends.filter((_, place) => plans[place]!.bids > 0).map((end) => end.slice(0, 7));
    const [year, month] = dayOf(0).split('-').map(Number) as [number, number];
    for (let back = 1; back < LOOK_BACK_MONTHS; back++) {
      const then = new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7);
      assert.ok(sold.includes(then), `${dayOf(0)}: nothing was sold in ${then}`);
    }
  }
});
