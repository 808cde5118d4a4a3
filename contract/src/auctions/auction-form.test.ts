import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { messagesByField } from '../errors.ts';
import { formatKronor } from '../money.ts';
import { auctionForm, isTooFarAhead } from './auction-form.ts';
import { NO_CONDITION } from './condition.ts';
import { FIELD_NAMES } from './fields.ts';

/** The minimum of a valid form. */
const filled = {
  category_ids: ['3'],
  manufacturer: 'Volvo',
  registration_number: 'ABC123',
  damage_condition: 'DISASSEMBLY',
  staging_area: '4',
  is_global: '0',
  hidden_bids: '1',
  hidden_reservation_price: '1',
  start_dt: '2026-11-01T10:00',
  end_dt: '2026-11-08T10:00',
};

const parse = (changes: Record<string, unknown>) => z.parse(auctionForm, { ...filled, ...changes });

const messagesOf = (changes: Record<string, unknown>) => {
  const { error } = z.safeParse(auctionForm, { ...filled, ...changes });
  return error && messagesByField(error);
};

const EMPTY = {
  category_ids: ['Du måste välja en kategori'],
  manufacturer: ['Du måste ange ett fabrikat'],
  registration_number: ['Du måste fylla i antingen reg.nr eller chassi.nr'],
  chassis_number: ['Du måste fylla i antingen reg.nr eller chassi.nr'],
  damage_condition: ['Du måste välja säljes för'],
  staging_area: ['Du måste ange en uppställningsplats'],
  is_global: ['Du måste välja säljområde'],
  hidden_bids: ['Du måste välja dolda bud'],
  hidden_reservation_price: ['Du måste välja om det ska vara dolt reservationspris'],
  start_dt: ['Du måste ange ett startdatum'],
  end_dt: ['Du måste ange ett slutdatum'],
};

test('FORM-3 an empty form reports all missing fields at once', () => {
  const blank = Object.fromEntries(Object.keys(EMPTY).map((field) => [field, '']));
  for (const form of [{}, { ...blank, category_ids: [''] }, { ...blank, category_ids: [] }]) {
    const { error } = z.safeParse(auctionForm, form);
    assert.deepEqual(messagesByField(error!), EMPTY);
  }
});

test('FORM-3 a form that lacks one field reports only that field', () => {
  for (const [field, sentences] of Object.entries(EMPTY)) {
    if (field === 'registration_number' || field === 'chassis_number') continue;
    assert.deepEqual(messagesOf({ [field]: undefined }), { [field]: sentences });
  }
});

test('FORM-3 one of registration and chassis number is enough', () => {
  assert.equal(
    messagesOf({ registration_number: '', chassis_number: 'YV1LS5502W2123456' }),
    undefined,
  );
  assert.equal(messagesOf({ chassis_number: '' }), undefined);
  const neither = {
    registration_number: EMPTY.registration_number,
    chassis_number: EMPTY.chassis_number,
  };
  assert.deepEqual(messagesOf({ registration_number: '' }), neither);
  assert.deepEqual(messagesOf({ registration_number: ' - ', chassis_number: '--' }), neither);
});

test('FORM-3 «Annan» is sent as an empty staging area and the name of the place', () => {
  const other = parse({ staging_area: '', staging_area_name: ' Hos kunden ' });
  assert.equal(other.staging_area, null);
  assert.equal(other.staging_area_name, 'Hos kunden');
  assert.equal(parse({ staging_area: undefined, staging_area_name: 'Gård' }).staging_area, null);
  for (const staging_area_name of [undefined, '', '   '])
    assert.deepEqual(messagesOf({ staging_area: '', staging_area_name }), {
      staging_area: EMPTY.staging_area,
    });
  for (const staging_area of ['0', '-1', 'Gård', '1.5'])
    assert.deepEqual(messagesOf({ staging_area }), { staging_area: EMPTY.staging_area });
});

test('FORM-3 a date without a time reports the missing time', () => {
  for (const end of ['', 'T', ' '])
    assert.deepEqual(
      messagesOf({ start_dt: `2026-11-01${end}`, end_dt: `2026-11-08${end}` }),
      { start_dt: ['Du måste ange en starttid'], end_dt: ['Du måste ange en sluttid'] },
      end,
    );
});

test('FORM-3 the message for an unreadable time says the format', () => {
  for (const end of ['T25:00', 'T10:60', 'T1:00', 'T9:05', 'T10:00:00', ' 10:00', 'T24:00', 'Tx'])
    assert.deepEqual(
      messagesOf({ start_dt: `2026-11-01${end}`, end_dt: `2026-11-08${end}` }),
      { start_dt: ['Ange tiden som TT:MM'], end_dt: ['Ange tiden som TT:MM'] },
      end,
    );
});

test('FORM-7 an end is at most two years ahead', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  assert.equal(isTooFarAhead(new Date('2028-11-26T12:00:00Z'), now), false);
  assert.equal(isTooFarAhead(new Date('2028-11-26T12:01:00Z'), now), true);
});

test('FORM-3 a time without a date, and a date that does not exist, report the date', () => {
  for (const date of ['', '2026-02-30', '2026-13-01', '1/11/2026', 'yyyy-mm-dd'])
    assert.deepEqual(
      messagesOf({ start_dt: `${date}T10:00`, end_dt: `${date}T10:00` }),
      { start_dt: EMPTY.start_dt, end_dt: EMPTY.end_dt },
      date,
    );
});

test('FORM-1 times are Stockholm’s', () => {
  const { start_dt, end_dt } = parse({
    start_dt: '2026-10-25T02:30',
    end_dt: ' 2027-03-28T02:30 ',
  });
  assert.equal(start_dt.toISOString(), '2026-10-25T00:30:00.000Z');
  assert.equal(end_dt.toISOString(), '2027-03-28T01:30:00.000Z');
});

test('FORM-1 every value is sent as text and parsed to its type', () => {
  assert.deepEqual(
    parse({
      model: ' V70 ',
      model_year: '2019',
      mileage: '12 300',
      chassis_number: 'yv1-ls5502 w2123456',
      registration_number: 'abc-12a',
      description: 'Krock fram.\nRullar.',
      is_global: 'true',
      hidden_bids: 'false',
      hidden_reservation_price: '0',
      start_bid: '1\u00a0000',
      reservation_price: '25 000',
    }),
    {
      category_ids: [3],
      manufacturer: 'Volvo',
      model: 'V70',
      model_year: 2019,
      mileage: 12_300,
      registration_number: 'ABC12A',
      chassis_number: 'YV1LS5502W2123456',
      claim_number: null,
      description: 'Krock fram.\nRullar.',
      condition: NO_CONDITION,
      damage_condition: 'DISASSEMBLY',
      staging_area: 4,
      staging_area_name: '',
      is_global: true,
      hidden_bids: false,
      hidden_reservation_price: false,
      start_bid: 1_000,
      reservation_price: 25_000,
      start_dt: new Date('2026-11-01T09:00:00.000Z'),
      end_dt: new Date('2026-11-08T09:00:00.000Z'),
    },
  );
});

test('FORM-3 model year and mileage are whole numbers or nothing', () => {
  for (const empty of [undefined, '', ' ']) {
    assert.equal(parse({ model_year: empty }).model_year, null);
    assert.equal(parse({ mileage: empty }).mileage, null);
  }
  const years = {
    'Ange årsmodell med fyra siffror': ['19', '20190', '2019,5', 'ny', '-2019'],
    'Ange en årsmodell mellan 1900 och 2100': ['1492', '1899', '2101'],
  };
  for (const [sentence, written] of Object.entries(years))
    for (const model_year of written)
      assert.deepEqual(messagesOf({ model_year }), { model_year: [sentence] }, model_year);
  const mils = {
    'Ange mätarställningen i hela mil': ['1.5', '1e3', 'okänd'],
    'Ange en mätarställning mellan 0 och 999 999 mil': ['-1', '1000000'],
  };
  for (const [sentence, written] of Object.entries(mils))
    for (const mileage of written)
      assert.deepEqual(messagesOf({ mileage }), { mileage: [sentence] }, mileage);
});

test('FORM-7 the end is after the start', () => {
  const sentence = ['Sluttiden måste vara efter starttiden'];
  assert.deepEqual(messagesOf({ end_dt: filled.start_dt }), { end_dt: sentence });
  assert.deepEqual(messagesOf({ end_dt: '2026-10-31T23:59' }), { end_dt: sentence });
  assert.equal(messagesOf({ end_dt: '2026-11-01T10:01' }), undefined);
  // The clock skips this hour: 02:30 is read as 03:30, which is after 03:00.
  const skipped = { start_dt: '2027-03-28T02:30', end_dt: '2027-03-28T03:00' };
  assert.deepEqual(messagesOf(skipped), { end_dt: sentence });
});

test('FORM-7 the reserve is not below the start bid', () => {
  const below = { reservation_price: ['Reservationspriset får inte vara lägre än utropspriset'] };
  assert.deepEqual(messagesOf({ start_bid: '1000', reservation_price: '999' }), below);
  assert.deepEqual(messagesOf({ start_bid: '1000', reservation_price: '0' }), below);
  assert.equal(messagesOf({ start_bid: '1000', reservation_price: '1000' }), undefined);
  assert.equal(messagesOf({ start_bid: '1000', reservation_price: '' }), undefined);
  assert.equal(messagesOf({ start_bid: '', reservation_price: '1' }), undefined);
});

const OUTSIDE = `Ange ett belopp mellan 0 och ${formatKronor(999_999_999)}`;

test('FORM-7 a missing start bid is 0, a missing reserve is null, and neither is negative', () => {
  for (const empty of [undefined, '', ' ']) {
    const form = parse({ start_bid: empty, reservation_price: empty });
    assert.equal(form.start_bid, 0);
    assert.equal(form.reservation_price, null);
  }
  const sentences = {
    'Ange beloppet i hela kronor': ['1.5', '1,50', '1e3', 'tusen', '٣'],
    [OUTSIDE]: ['-1', '−1', '1000000000', '99999999999999999999'],
  };
  for (const [sentence, written] of Object.entries(sentences))
    for (const amount of written)
      assert.deepEqual(
        messagesOf({ start_bid: amount, reservation_price: amount }),
        { start_bid: [sentence], reservation_price: [sentence] },
        amount,
      );
  assert.equal(parse({ start_bid: '999999999' }).start_bid, 999_999_999);
});

test('FORM-7 rules across fields are reported together with those of single fields', () => {
  assert.deepEqual(
    messagesOf({
      manufacturer: '',
      end_dt: '2026-10-01T10:00',
      start_bid: '10',
      reservation_price: '5',
      model_year: '12',
    }),
    {
      manufacturer: EMPTY.manufacturer,
      end_dt: ['Sluttiden måste vara efter starttiden'],
      reservation_price: ['Reservationspriset får inte vara lägre än utropspriset'],
      model_year: ['Ange årsmodell med fyra siffror'],
    },
  );
});

test('FORM-3 empty category ids are dropped, and each counts once', () => {
  assert.deepEqual(parse({ category_ids: ['', '3', '', '5', '3'] }).category_ids, [3, 5]);
  assert.deepEqual(messagesOf({ category_ids: ['', ''] }), { category_ids: EMPTY.category_ids });
  assert.deepEqual(messagesOf({ category_ids: ['3', 'x'] }), { category_ids: ['Ogiltigt värde.'] });
  const many = Array.from({ length: 51 }, (_, i) => String(i + 1));
  assert.deepEqual(messagesOf({ category_ids: many }), { category_ids: ['Högst 50 stycken.'] });
});

test('FORM-3 choices accept only their own values', () => {
  for (const field of ['is_global', 'hidden_bids', 'hidden_reservation_price'] as const)
    for (const bad of ['2', 'ja', 1, true, null])
      assert.deepEqual(messagesOf({ [field]: bad }), { [field]: EMPTY[field] });
  for (const bad of ['disassembly', 'SCRAP', 0, null])
    assert.deepEqual(messagesOf({ damage_condition: bad }), {
      damage_condition: EMPTY.damage_condition,
    });
  assert.equal(parse({ damage_condition: 'REPAIR' }).damage_condition, 'REPAIR');
});

test('API-3 unknown fields are removed, so that a form cannot set internal ones', () => {
  const form = parse({ id: '9', number: 'LF-1', company_id: '2', winning_bid: '1' });
  for (const field of ['id', 'number', 'company_id', 'winning_bid'])
    assert.equal(field in form, false, field);
});

test('API-2 text that is too long is reported at its field', () => {
  const tooLong = {
    manufacturer: 60,
    model: 80,
    registration_number: 30,
    chassis_number: 30,
    description: 10_000,
    staging_area_name: 120,
  };
  const form = Object.fromEntries(
    Object.entries(tooLong).map(([field, max]) => [field, 'x'.repeat(max + 1)]),
  );
  assert.deepEqual(
    messagesOf(form),
    Object.fromEntries(
      Object.entries(tooLong).map(([field, max]) => [field, [`Högst ${max} tecken.`]]),
    ),
  );
});

test('API-2 a body that is not a form is refused as a whole', () => {
  for (const body of [null, undefined, 'text', 5, [], [filled]]) {
    const { error } = z.safeParse(auctionForm, body);
    assert.deepEqual(Object.keys(messagesByField(error!)), ['detail']);
  }
});

test('AUC-1 the table of SPEC.md has every field of the form', () => {
  const spec = readFileSync(new URL('../../../SPEC.md', import.meta.url), 'utf8');
  const [, rule = ''] = /^- \*\*AUC-1\*\*(.*?)^- \*\*/ms.exec(spec) ?? [];
  // The table has the names of answers.
  const name = (field: string) => (field === 'category_ids' ? 'categories' : field);
  const missing = FIELD_NAMES.filter((field) => !rule.includes(`\`${name(field)}\``));
  assert.deepEqual(missing, []);
});
