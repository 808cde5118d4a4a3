import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesByField } from '@restvarde/contract/errors';
import type { ServiceStation } from '@restvarde/contract/service-stations';
import * as z from 'zod/mini';
import {
  contactDraft,
  EMPTY_CONTACT,
  EMPTY_STATION,
  stationDraft,
  toStationDraft,
} from './station-draft.ts';
import { stationRows } from './station-words.ts';

const STATION: ServiceStation = {
  id: 7,
  number: '1001',
  name: 'Lind Bil & Plåt',
  street: 'Industrigatan 8',
  postal: '70227',
  city: 'Örebro',
  phone: '019-12 34 56',
  is_staging_area: false,
  categories: [
    { id: 3, name: 'Båt', is_global: true },
    { id: 1, name: 'Personbil', is_global: true },
  ],
  silent_categories: [],
  company_name: 'Nordsäkring',
  company_id: 1,
  user: null,
  contact_lacks_password: null,
  contact_logged_in_at: null,
  successor: null,
  deregistrations_overdue: 0,
  can_edit: true,
  dismantler: null,
};

const faultsOf = (schema: z.core.$ZodType, draft: unknown) => {
  const { error } = z.safeParse(schema, draft);
  return error === undefined ? {} : messagesByField(error);
};

test('STN-4 an empty form shows each message at its field', () => {
  assert.deepEqual(faultsOf(stationDraft, EMPTY_STATION), {
    number: ['Du måste ange verkstadsnummer'],
    name: ['Du måste ange verkstadens namn'],
    is_staging_area: ['Du måste välja om verkstaden är uppställningsplats'],
  });
  assert.deepEqual(faultsOf(stationDraft, { ...toStationDraft(STATION), postal: '1234' }), {
    postal: ['Ange i formatet 12345'],
  });
  assert.deepEqual(faultsOf(contactDraft, EMPTY_CONTACT), {
    first_name: ['Du måste ange förnamn'],
    last_name: ['Du måste ange efternamn'],
    email: ['Du måste ange e-postadress'],
  });
  assert.deepEqual(
    faultsOf(contactDraft, { first_name: 'Eva', last_name: 'Berg', email: 'eva@' }),
    { email: ['Ange en giltig e-post'] },
  );
});

test('STN-4 a station’s values fill its form and are sent as the endpoint expects', () => {
  assert.equal(toStationDraft(STATION).postal, '702 27');
  const draft = { ...toStationDraft(STATION), is_staging_area: '1' };
  assert.deepEqual(z.parse(stationDraft, draft), {
    number: '1001',
    name: 'Lind Bil & Plåt',
    street: 'Industrigatan 8',
    postal: '70227',
    city: 'Örebro',
    phone: '019-12 34 56',
    is_staging_area: true,
    category_ids: [3, 1],
  });
});

test('STN-2 a user who may not edit sees the values as text', () => {
  const rows = Object.fromEntries(stationRows({ ...STATION, categories: [] }));
  assert.equal(rows.Adress, 'Industrigatan 8, 702 27 Örebro');
  assert.equal(rows.Uppställningsplats, 'Nej');
  assert.equal(rows.Kategorier, 'Alla');
  assert.equal(Object.fromEntries(stationRows(STATION)).Kategorier, 'Båt, Personbil');
});
