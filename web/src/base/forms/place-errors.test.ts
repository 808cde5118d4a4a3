import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormControl } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';
import { placeErrors } from './place-errors.ts';

test('STN-4, FORM-6 a field shows the first sentence that the server says of it, and the rest goes above the form', () => {
  const form = createFormControl({ defaultValues: { name: '', email: '' } });
  const said = { email: ['Upptagen.', 'Ett till fel.'], other: ['Ett.', 'Två.'] };
  assert.deepEqual(placeErrors(form as never, new ApiError(400, said), ['name', 'email']), [
    'Ett.',
    'Två.',
  ]);
  assert.equal(form.getFieldState('email').error?.message, 'Upptagen.');
  assert.equal(form.getFieldState('name').error, undefined);
});
