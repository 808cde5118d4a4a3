import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesByField } from '@restvarde/contract/errors';
import * as z from 'zod/mini';
import { changeDraft, companyDraft, inviteDraft } from './staff-draft.ts';

const faultsOf = (schema: z.core.$ZodType, draft: unknown) => {
  const { error } = z.safeParse(schema, draft);
  return error === undefined ? {} : messagesByField(error);
};
const EVA = { first_name: 'Eva', last_name: 'Lind', email: 'Eva@Syd.example' };

test('DATA-1 an invitation is sent as the endpoint expects and is validated with the server’s rules', () => {
  assert.deepEqual(z.parse(inviteDraft, { ...EVA, role: '30' }), {
    ...EVA,
    email: 'eva@syd.example',
    role: 30,
  });
  assert.deepEqual(faultsOf(inviteDraft, { ...EVA, email: '', role: '' }), {
    email: ['Du måste ange e-postadress'],
    role: ['Du måste välja roll'],
  });
  assert.deepEqual(faultsOf(changeDraft, { first_name: ' ', last_name: 'Lind', role: '20' }), {
    first_name: ['Du måste ange förnamn'],
  });
});

test('DATA-1 a new company needs a name and a first admin', () => {
  assert.deepEqual(z.parse(companyDraft, { name: ' Syd ', admin: EVA }).name, 'Syd');
  const faults = faultsOf(companyDraft, { name: '', admin: { ...EVA, last_name: '' } });
  assert.deepEqual(faults.name, ['Fyll i detta fält']);
  assert.deepEqual(faults['admin.last_name'], ['Du måste ange efternamn']);
});
