import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesByField } from '../errors.ts';
import {
  conditionText,
  fullCondition,
  givenCondition,
  isCheckedLater,
  NO_CONDITION,
} from './condition.ts';
import { PANEL_NAMES, PANELS } from './panels.ts';

/** The messages by field of a condition that a form sends, as at its field. */
function faultsOf(written: unknown): Record<string, string[]> {
  const read = conditionText.safeParse(
    typeof written === 'string' ? written : JSON.stringify(written),
  );
  return read.success ? {} : messagesByField(read.error);
}

const dent = { panel: 'left_front_door', kind: 'dent', severity: 3 } as const;

test('DMG-1, DMG-8 a condition has all ten keys, with null for missing ones', () => {
  assert.deepEqual(conditionText.parse(undefined), NO_CONDITION);
  assert.deepEqual(conditionText.parse('{}'), NO_CONDITION);
  assert.equal(Object.keys(NO_CONDITION).length, 10);
  assert.deepEqual(conditionText.parse('{"rolls":false,"keys":0,"colour":"red","fuel":null}'), {
    ...NO_CONDITION,
    rolls: false,
    keys: 0,
  });
});

test('DMG-1 text that is not a JSON object is refused, also if empty', () => {
  for (const written of ['', ' ', 'null', '[]', '"{}"', '7', '{', 'ej angivet'])
    assert.deepEqual(Object.values(faultsOf(written)), [['Ogiltigt värde.']], written);
});

test('DMG-1 the day of the check is required with its answer, and dropped without it', () => {
  assert.deepEqual(faultsOf({ run_and_drive: 'drives' }).run_checked_on, [
    'Ange när det kontrollerades',
  ]);
  assert.equal(conditionText.parse('{"run_checked_on":"2026-11-01"}').run_checked_on, null);
  assert.deepEqual(faultsOf({ run_and_drive: 'starts', run_checked_on: '2026-02-30' }), {
    run_checked_on: ['Ogiltigt värde.'],
  });
  const checked = conditionText.parse('{"run_and_drive":"starts","run_checked_on":"2026-11-02"}');
  assert.equal(isCheckedLater(checked, new Date('2026-11-01T22:59:59Z')), true);
  assert.equal(isCheckedLater(checked, new Date('2026-11-01T23:00:00Z')), false);
  assert.equal(isCheckedLater(NO_CONDITION, new Date()), false);
});

test('DMG-1 only electric and hybrid vehicles have a high-voltage battery', () => {
  for (const fuel of ['hybrid', 'plugin', 'electric'])
    assert.deepEqual(faultsOf({ fuel, hv_battery: 'intact' }), {});
  for (const fuel of ['petrol', 'diesel', 'gas', 'other', null])
    assert.deepEqual(
      faultsOf({ fuel, hv_battery: 'intact' }).hv_battery,
      ['Anges bara för el- och hybridbilar'],
      String(fuel),
    );
});

test('DMG-2 the second damage comes after the first and differs from it', () => {
  const second = (primary_damage: string | null) =>
    faultsOf({ primary_damage, secondary_damage: 'hail' }).secondary_damage;
  assert.deepEqual(second(null), ['Ange den första skadan först']);
  assert.deepEqual(second('hail'), ['Välj två olika skador']);
  assert.equal(second('front'), undefined);
  assert.deepEqual(faultsOf({ primary_damage: 'krock' }), { primary_damage: ['Ogiltigt värde.'] });
});

test('DMG-3 there are 31 panels, each with a label', () => {
  assert.equal(PANEL_NAMES.length, 31);
  assert.equal(new Set(Object.values(PANELS)).size, 31);
  assert.equal(PANELS.left_front_door, 'Vänster framdörr');
});

test('DMG-3 damages of panels keep their order, are unique by panel and kind, and have limits', () => {
  const panels = [dent, { ...dent, kind: 'scratch', note: '  Lång   repa ' }];
  assert.deepEqual(conditionText.parse(JSON.stringify({ panels })).panels, [
    { ...dent, note: '' },
    { ...dent, kind: 'scratch', note: 'Lång repa' },
  ]);
  assert.deepEqual(
    faultsOf({ panels: [dent, { ...dent, kind: 'rust' }, { ...dent, severity: 1 }] }),
    {
      panels: ['Skadan finns redan på vänster framdörr'],
      'panels.2.kind': ['Skadan finns redan på vänster framdörr'],
    },
  );
  for (const wrong of [
    { ...dent, panel: 'spoiler' },
    { ...dent, kind: 'lost' },
    { ...dent, severity: 4 },
    { ...dent, severity: '3' },
    { ...dent, note: 'x'.repeat(201) },
    null,
  ])
    assert.notDeepEqual(faultsOf({ panels: [wrong] }), {}, JSON.stringify(wrong));
  const many = (count: number) =>
    PANEL_NAMES.flatMap((panel) =>
      (['dent', 'rust'] as const).map((kind) => ({ panel, kind, severity: 1 })),
    ).slice(0, count);
  assert.deepEqual(faultsOf({ panels: many(60) }), {});
  assert.deepEqual(faultsOf({ panels: many(61) }), { panels: ['Högst 60 stycken.'] });
  assert.deepEqual(faultsOf({ panels: null }), { panels: ['Fyll i detta fält'] });
});

test('DMG-1 only what was given is stored, and a stored condition has all keys in one order', () => {
  assert.deepEqual(givenCondition(NO_CONDITION), {});
  const given = {
    keys: 0,
    rolls: false,
    panels: [{ note: '', severity: 2, kind: 'dent', panel: 'roof' }],
  };
  const full = fullCondition(given as never);
  assert.equal(
    JSON.stringify(full),
    JSON.stringify(conditionText.parse(JSON.stringify({ ...given }))),
  );
  assert.deepEqual(givenCondition(full), given);
});
