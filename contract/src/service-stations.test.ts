import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { messagesByField } from './errors.ts';
import { addressLine, contactForm, stationChange, stationForm } from './service-stations.ts';

const messagesOf = (schema: z.core.$ZodType, written: unknown) => {
  const { error } = z.safeParse(schema, written);
  return error && messagesByField(error);
};

const filled = { number: '1042', name: 'Lindbil', is_staging_area: false };

test('STN-1 an address is one line of the known parts', () => {
  const address = { street: 'Storgatan 1', postal: '70210', city: 'Örebro' };
  assert.equal(addressLine(address), 'Storgatan 1, 702 10 Örebro');
  assert.equal(addressLine({ ...address, street: '' }), '702 10 Örebro');
  assert.equal(addressLine({ ...address, postal: '' }), 'Storgatan 1, Örebro');
  assert.equal(addressLine({ street: 'Storgatan 1', postal: '', city: '' }), 'Storgatan 1');
  assert.equal(addressLine({ street: '', postal: '', city: '' }), '');
});

test('STN-4 a postal code is optional and has five digits, however spaced', () => {
  for (const [written, read] of [
    ['70210', '70210'],
    [' 702 10 ', '70210'],
    ['702\u00a010', '70210'],
    ['', ''],
  ])
    assert.equal(z.parse(stationForm, { ...filled, postal: written }).postal, read);
  for (const bad of ['7021', '702100', '7021O', 'SE-70210'])
    assert.deepEqual(messagesOf(stationForm, { ...filled, postal: bad }), {
      postal: ['Ange i formatet 12345'],
    });
});

test('STN-4 whether it is a staging area is required, yes or no', () => {
  for (const missing of [undefined, null, '']) {
    assert.deepEqual(messagesOf(stationForm, { ...filled, is_staging_area: missing }), {
      is_staging_area: ['Du måste välja om verkstaden är uppställningsplats'],
    });
  }
  assert.deepEqual(z.parse(stationChange, {}), {});
  assert.deepEqual(messagesOf(stationChange, { is_staging_area: null }), {
    is_staging_area: ['Du måste välja om verkstaden är uppställningsplats'],
  });
});

test('STN-4 empty category ids are dropped, and each counts once', () => {
  const read = z.parse(stationForm, { ...filled, category_ids: [3, '', null, 4, 3] });
  assert.deepEqual(read.category_ids, [3, 4]);
  for (const bad of [['3'], [1.5], '3', [true]])
    assert.ok(messagesOf(stationForm, { ...filled, category_ids: bad })?.category_ids);
});

test('STN-4 a contact has a name and an e-mail address', () => {
  assert.deepEqual(messagesOf(contactForm, {}), {
    first_name: ['Du måste ange förnamn'],
    last_name: ['Du måste ange efternamn'],
    email: ['Du måste ange e-postadress'],
  });
  const person = { first_name: ' Eva ', last_name: 'Lind', email: 'Eva@Lindbil.example' };
  assert.deepEqual(messagesOf(contactForm, { ...person, email: 'eva@' }), {
    email: ['Ange en giltig e-post'],
  });
  assert.deepEqual(z.parse(contactForm, person), {
    first_name: 'Eva',
    last_name: 'Lind',
    email: 'eva@lindbil.example',
  });
});
