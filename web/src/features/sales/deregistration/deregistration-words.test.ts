import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deregistration } from '@restvarde/contract/sale/deregistration';
import { certificateName, deregistrationStatus } from './deregistration-words.ts';

const AWAITING: Deregistration = {
  due_date: '2026-12-30',
  state: 'awaiting',
  certificate_id: null,
  kind: null,
  date: null,
  file: null,
  returned_reason: null,
};

test('LIST-6, DISM-7 the status of a deregistration is one line', () => {
  const textOf = (values: Partial<Deregistration>) =>
    deregistrationStatus({ ...AWAITING, ...values }).text;
  assert.equal(textOf({}), 'Avregistrera senast 2026-12-30');
  assert.equal(textOf({ state: 'submitted' }), 'Inskickat');
  assert.equal(textOf({ state: 'approved' }), 'Godkänt');
  assert.equal(
    textOf({ state: 'returned', returned_reason: 'Sista sidan saknas.' }),
    'Kompletteras: Sista sidan saknas. Avregistrera senast 2026-12-30.',
  );
  assert.equal(
    certificateName({ kind: 'receipt', date: '2026-12-01' }),
    'Mottagningsbevis, 2026-12-01',
  );
});
