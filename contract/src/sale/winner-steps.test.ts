import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationSentence } from './winner-steps.ts';

test('MAIL-1 the change of owner has the legal deadline, and is left out of vehicles sold for parts', () => {
  assert.equal(
    registrationSentence({ damage_condition: 'REPAIR' }),
    'Ägarbytet ska vara anmält till Transportstyrelsen inom 10 dagar.',
  );
  assert.equal(
    registrationSentence({ damage_condition: 'DISASSEMBLY' }),
    'Ska lämnas till auktoriserad bilskrotare.',
  );
});
