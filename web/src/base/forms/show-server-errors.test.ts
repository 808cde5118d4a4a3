import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormControl } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';
import { showServerErrors } from './show-server-errors.ts';

test('STN-4, FORM-6 a field shows its first server error, and the rest is above the form', () => {
  const form = createFormControl({ defaultValues: { name: '', email: '' } });
  const said = { email: ['Upptagen.', 'Ett till fel.'], other: ['Ett.', 'Två.'] };
  const fieldOf = (name: string) => (name === 'email' ? ('email' as never) : null);
  const error = new ApiError(400, said);
  assert.deepEqual(showServerErrors(form as never, error, fieldOf), ['Ett.', 'Två.']);
  assert.equal(form.getFieldState('email').error?.message, 'Upptagen.');
  assert.equal(form.getFieldState('name').error, undefined);
});
