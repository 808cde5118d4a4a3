import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionRule } from './extension-rule.ts';

test('BID-6 the extension rule is one sentence, or null if it is off', () => {
  assert.equal(
    extensionRule(3),
    'Ett bud under de sista 3 minuterna förlänger auktionen till 3 minuter efter budet.',
  );
  assert.match(extensionRule(1) ?? '', /den sista minuten .* 1 minut efter/);
  assert.equal(extensionRule(0), null);
});
