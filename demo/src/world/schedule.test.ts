import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import { moreVehicles } from '../vehicles/more-vehicles.ts';
import { VEHICLES } from '../vehicles/vehicles.ts';
import { pastPlanOf, planOf } from './schedule.ts';

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

test('of a thousand more none ends with another of its model, and all end within five weeks', () => {
  const now = Date.parse('2026-09-16T10:00Z');
  const listed = [VEHICLES, moreVehicles(1_000)].flatMap((vehicles) =>
    vehicles.map(({ manufacturer, model }, place) => ({
      name: `${manufacturer} ${model}`,
      ends: planOf(place, vehicles.length, now).ends,
    })),
  );
  const names = Map.groupBy(listed, ({ ends }) => ends);
  for (const [ends, together] of names) {
    assert.equal(new Set(together.map(({ name }) => name)).size, together.length, String(ends));
    assert.ok(Math.abs(ends) < 35 * 24 * 60, String(ends));
  }
});

test('what is long over in a demo ended in each of twelve months, the last of it a fortnight ago', () => {
  const now = Date.parse('2026-11-22T05:10Z');
  const ends = Array.from({ length: COUNT }, (_, place) => pastPlanOf(place, COUNT, now).ends);
  const days = ends.map((minutes) => stockholmDate(new Date(now + minutes * 60_000)));
  assert.deepEqual(days, days.toSorted().reverse());
  assert.ok(days.every((day) => day >= '2025-11-20' && day <= '2026-11-06'));
  assert.ok(new Set(days.map((day) => day.slice(0, 7))).size >= 12);
});
