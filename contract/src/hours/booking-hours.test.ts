import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockholmInstant } from '../dates.ts';
import { messagesByField } from '../errors.ts';
import {
  type BookingHours,
  bookingHours,
  hoursFault,
  hoursText,
  slotsOn,
} from './booking-hours.ts';

const weekday = { from: '07:00', to: '17:00' };
const HOURS: BookingHours = {
  weekdays: [weekday, weekday, weekday, weekday, weekday, null, null],
  slot_minutes: 60,
  places: 2,
  closed: [{ from: '2027-07-12', to: '2027-07-16' }],
  is_open_on_holidays: false,
};
const faultAt = (local: string, change: Partial<BookingHours> = {}) =>
  hoursFault({ ...HOURS, ...change }, stockholmInstant(local));

test('PICK-12 the slots of a day begin at its opening and end before it closes', () => {
  assert.deepEqual(slotsOn(HOURS, '2026-11-30').slice(0, 2), ['07:00', '08:00']);
  assert.equal(slotsOn(HOURS, '2026-11-30').at(-1), '16:00');
  const uneven = { ...HOURS, slot_minutes: 120 };
  assert.deepEqual(slotsOn(uneven, '2026-11-30'), ['07:00', '09:00', '11:00', '13:00', '15:00']);
});

test('PICK-12 a place is closed on weekdays without hours, in closed periods, and on holidays unless set otherwise', () => {
  for (const day of ['2026-11-28', '2027-07-12', '2027-07-16', '2026-12-24', '2027-05-06']) {
    assert.deepEqual(slotsOn(HOURS, day), [], day);
  }
  assert.equal(slotsOn(HOURS, '2027-07-19').length, 10);
  assert.equal(slotsOn({ ...HOURS, is_open_on_holidays: true }, '2026-12-24').length, 10);
  const everyDay = { ...HOURS, weekdays: Array.from({ length: 7 }, () => weekday) };
  // Midsummer’s Day, All Saints’ Day and Easter Sunday are holidays on days that may otherwise be open.
  for (const day of ['2027-06-26', '2026-10-31', '2027-11-06', '2027-03-28']) {
    assert.deepEqual(slotsOn(everyDay, day), [], day);
  }
  assert.equal(slotsOn(everyDay, '2026-11-28').length, 10);
});

test('PICK-12 hours in words group weekdays with the same hours', () => {
  assert.equal(hoursText(HOURS), 'mån–fre 07:00–17:00');
  const saturday = { from: '09:00', to: '13:00' };
  const mixed = { ...HOURS, weekdays: [weekday, null, weekday, weekday, weekday, saturday, null] };
  assert.equal(
    hoursText({ ...mixed, is_open_on_holidays: true }),
    'mån 07:00–17:00, ons–fre 07:00–17:00, lör 09:00–13:00, även helgdagar',
  );
  const each = Array.from({ length: 7 }, (_, day) => ({ from: `0${day}:00`, to: '17:00' }));
  assert.ok(hoursText({ ...HOURS, weekdays: each, is_open_on_holidays: true }).length <= 200);
});

test('PICK-13 a time outside the hours is refused with the hours, a time that begins no slot with the length of slots', () => {
  assert.equal(faultAt('2026-11-30T07:00'), null);
  assert.equal(faultAt('2026-11-30T16:00'), null);
  const closed = 'Platsen är stängd då. Öppet: mån–fre 07:00–17:00.';
  for (const local of [
    '2026-11-28T23:00',
    '2026-11-30T06:00',
    '2026-11-30T17:00',
    '2026-12-24T10:00',
  ]) {
    assert.equal(faultAt(local), closed, local);
  }
  assert.equal(
    faultAt('2026-11-30T07:30'),
    'Välj en av platsens tider. De är 60 minuter långa, och den första är 07:00.',
  );
});

test('PICK-12 invalid hours are refused at their field: no open day, an end before the start, too many places', () => {
  const messages = (change: object) => {
    const { error } = bookingHours.safeParse({ ...HOURS, ...change });
    return error === undefined ? {} : messagesByField(error);
  };
  const none = Array.from({ length: 7 }, () => null);
  assert.deepEqual(messages({}), {});
  assert.deepEqual(messages({ weekdays: none }), {
    weekdays: ['Ange minst en dag som platsen är öppen'],
  });
  const backward = [{ from: '17:00', to: '07:00' }, ...none.slice(1)];
  assert.deepEqual(messages({ weekdays: backward }), {
    weekdays: ['Sluttiden måste vara efter starttiden, med plats för minst en tid'],
    'weekdays.0.to': ['Sluttiden måste vara efter starttiden, med plats för minst en tid'],
  });
  assert.deepEqual(
    messages({ weekdays: [{ from: '7', to: '07:00' }, ...none.slice(1)] }).weekdays,
    ['Ange tiden som TT:MM'],
  );
  assert.deepEqual(messages({ places: 0 }), { places: ['Ange mellan 1 och 50 platser'] });
  assert.deepEqual(messages({ slot_minutes: 7 }), { slot_minutes: ['Välj hur lång en tid är'] });
  assert.deepEqual(messages({ closed: [{ from: '2027-01-02', to: '2027-01-01' }] }), {
    closed: ['Ange en första och en sista dag, i den ordningen'],
  });
});
