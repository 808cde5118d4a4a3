import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORM_LABEL } from './form-labels.ts';
import { FORM_SECTIONS } from './form-sections.ts';

test('FORM-6 every field of the form is in one section, which shows its errors', () => {
  const placed = FORM_SECTIONS.flatMap(({ fields }): string[] => [...fields]);
  assert.deepEqual(placed.sort(), Object.keys(FORM_LABEL).sort());
});
