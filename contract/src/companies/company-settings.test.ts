import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { messagesByField } from '../errors.ts';
import { companySettings, companySettingsForm } from './company-settings.ts';

const messagesOf = (schema: z.core.$ZodType, written: unknown) => {
  const { error } = z.safeParse(schema, written);
  return error && messagesByField(error);
};

const rowMessagesOf = (rows: unknown[], schema: z.core.$ZodType = companySettings) => {
  const { bid_increment_intervals: _all, ...cells } =
    messagesOf(schema, { bid_increment_intervals: rows }) ?? {};
  return Object.fromEntries(
    Object.entries(cells).map(([path, messages]) => [
      path.replace('bid_increment_intervals.', ''),
      messages,
    ]),
  );
};

const row = (min_price: unknown, max_price: unknown, increment: unknown) => ({
  min_price,
  max_price,
  increment,
});

test('SET-1 fields that are not sent do not change', () => {
  assert.deepEqual(z.parse(companySettings, {}), {});
  assert.deepEqual(z.parse(companySettingsForm, {}), {});
});

test('SET-1 a form’s text is parsed to the numbers of JSON', () => {
  const json = {
    name: 'Nordsäkring',
    email: 'kontakt@nordsakring.example',
    phone: '08-123 45 00',
    street: 'Sveavägen 44',
    postal: '11134',
    city: 'Stockholm',
    ended_auction_email: '',
    auction_summary_email: 'dag@nordsakring.example',
    default_end_dt_increment_days: 7,
    default_end_dt_increment_time: '14:00',
    auction_end_dt_incrementation: 0,
    bid_increment_intervals: [row(0, 10_000, 250), row(10_000, 999_999_999, 500)],
    next_auction_number: 'NS-1001',
  };
  const form = {
    ...json,
    email: ' Kontakt@Nordsakring.example ',
    postal: '111 34',
    default_end_dt_increment_days: '7',
    auction_end_dt_incrementation: ' 0 ',
    bid_increment_intervals: [
      row('10 000', '999 999 999 kr', '500'),
      row('0', '10.000', '250'),
      row('', '', ''),
    ],
  };
  assert.deepEqual(z.parse(companySettings, json), json);
  assert.deepEqual(z.parse(companySettingsForm, form), json);
  const asText = { ...form, bid_increment_intervals: JSON.stringify(json.bid_increment_intervals) };
  assert.deepEqual(z.parse(companySettingsForm, asText), json);
});

test('SET-1 the minutes are required, from 0 to 60', () => {
  const none = { auction_end_dt_incrementation: ['Du måste ange antal minuter'] };
  for (const empty of [null, '']) {
    assert.deepEqual(messagesOf(companySettings, { auction_end_dt_incrementation: empty }), none);
  }
  assert.deepEqual(messagesOf(companySettingsForm, { auction_end_dt_incrementation: ' ' }), none);
  const wrong = { auction_end_dt_incrementation: ['Ange mellan 0 och 60 minuter'] };
  for (const bad of [-1, 61, 1.5, '3', true, {}]) {
    assert.deepEqual(messagesOf(companySettings, { auction_end_dt_incrementation: bad }), wrong);
  }
  for (const bad of ['-1', '61', '1,5', 'tre', '1e1']) {
    assert.deepEqual(
      messagesOf(companySettingsForm, { auction_end_dt_incrementation: bad }),
      wrong,
    );
  }
  for (const fine of [0, 60]) {
    assert.equal(messagesOf(companySettings, { auction_end_dt_incrementation: fine }), undefined);
    assert.equal(
      messagesOf(companySettingsForm, { auction_end_dt_incrementation: String(fine) }),
      undefined,
    );
  }
});

test('SET-1 each other field has its own message', () => {
  const faults: [string, unknown, string][] = [
    ['name', ' ', 'Fyll i detta fält'],
    ['name', 'x'.repeat(121), 'Högst 120 tecken.'],
    ['email', 'kontakt', 'Ange en giltig e-post'],
    ['ended_auction_email', 'a@b@c.example', 'Ange en giltig e-post'],
    ['auction_summary_email', 'a b@c.example', 'Ange en giltig e-post'],
    ['postal', '1113', 'Ange i formatet 12345'],
    ['postal', 'SE111', 'Ange i formatet 12345'],
    ['default_end_dt_increment_days', 366, 'Ange mellan 1 och 365 dagar'],
    ['default_end_dt_increment_days', -1, 'Ange mellan 1 och 365 dagar'],
    ['default_end_dt_increment_days', 0, 'Ange mellan 1 och 365 dagar'],
    ['default_end_dt_increment_days', null, 'Ange mellan 1 och 365 dagar'],
    ['default_end_dt_increment_time', '24:00', 'Ange tiden som TT:MM'],
    ['default_end_dt_increment_time', '9:00', 'Ange tiden som TT:MM'],
    ['default_end_dt_increment_time', '', 'Ange tiden som TT:MM'],
    ['next_auction_number', '', 'Fyll i detta fält'],
    ['bid_increment_intervals', null, 'Fyll i detta fält'],
    ['bid_increment_intervals', 'x', 'Ogiltigt värde.'],
    ['name', 7, 'Fyll i detta fält'],
  ];
  for (const [field, value, sentence] of faults)
    assert.deepEqual(messagesOf(companySettings, { [field]: value }), { [field]: [sentence] });
  assert.deepEqual(messagesOf(companySettingsForm, { bid_increment_intervals: '{' }), {
    bid_increment_intervals: ['Ogiltigt värde.'],
  });
});

test('SET-2 empty rows are ignored, and the others are sorted lowest first', () => {
  const rows = [row(null, null, null), row(500, 1000, 50), row('', '', ''), {}, row(0, 500, 10)];
  assert.deepEqual(
    z.parse(companySettings, { bid_increment_intervals: rows }).bid_increment_intervals,
    [row(0, 500, 10), row(500, 1000, 50)],
  );
  assert.deepEqual(z.parse(companySettings, { bid_increment_intervals: [] }), {
    bid_increment_intervals: [],
  });
});

test('SET-2 a partly filled row reports its empty cells', () => {
  const min = ['Du måste ange intervallets lägsta pris'];
  const max = ['Du måste ange intervallets högsta pris'];
  const increment = ['Du måste ange lägsta höjning för intervallet'];
  assert.deepEqual(rowMessagesOf([row(0, null, null)]), {
    '0.max_price': max,
    '0.increment': increment,
  });
  assert.deepEqual(rowMessagesOf([row(null, 500, null)]), {
    '0.min_price': min,
    '0.increment': increment,
  });
  assert.deepEqual(rowMessagesOf([row(null, null, null), row(null, null, 10)]), {
    '1.min_price': min,
    '1.max_price': max,
  });
  assert.deepEqual(rowMessagesOf([row('0', ' ', '')], companySettingsForm), {
    '0.max_price': max,
    '0.increment': increment,
  });
});

test('SET-2 the field lists its cells’ messages, each once', () => {
  assert.deepEqual(
    messagesOf(companySettings, { bid_increment_intervals: [row(0, null, 5), row(9, null, 5)] })
      ?.bid_increment_intervals,
    ['Du måste ange intervallets högsta pris'],
  );
});

test('SET-2 prices are in order, from zero up', () => {
  assert.deepEqual(rowMessagesOf([row(-1, 100, 10)]), {
    '0.min_price': ['Priset får inte vara mindre än noll'],
  });
  for (const max of [99, 100]) {
    assert.deepEqual(rowMessagesOf([row(100, max, 10)]), {
      '0.min_price': ['Priset måste vara mindre än intervallets högsta pris'],
      '0.max_price': ['Priset måste vara högre än intervallets lägsta pris'],
    });
  }
  assert.deepEqual(rowMessagesOf([row('-5', '100', '10')], companySettingsForm), {
    '0.min_price': ['Priset får inte vara mindre än noll'],
  });
});

test('SET-2 an increment is at least 1 kr', () => {
  for (const increment of [0, -10]) {
    assert.deepEqual(rowMessagesOf([row(0, 100, increment)]), {
      '0.increment': ['Höjningen måste vara minst 1 kr'],
    });
  }
});

test('SET-2 rows may be adjacent or leave gaps, but not overlap, in any order', () => {
  const overlap = ['Intervallen får inte överlappa'];
  assert.deepEqual(rowMessagesOf([row(0, 100, 1), row(100, 200, 1), row(500, 600, 1)]), {});
  assert.deepEqual(rowMessagesOf([row(0, 101, 1), row(100, 200, 1)]), { '1.min_price': overlap });
  assert.deepEqual(rowMessagesOf([row(100, 200, 1), row(0, 1000, 1)]), { '1.min_price': overlap });
  assert.deepEqual(rowMessagesOf([row(0, 100, 1), row(null, null, null), row(0, 100, 1)]), {
    '2.min_price': overlap,
  });
});

test('SET-2 amounts are whole kronor, and at most 999 999 999', () => {
  const kronor = ['Ange beloppet i hela kronor'];
  for (const bad of [1.5, '10', true])
    assert.deepEqual(rowMessagesOf([row(0, bad, 1)]), { '0.max_price': kronor });
  for (const bad of ['1,5', 'tio', '10.00'])
    assert.deepEqual(rowMessagesOf([row('0', bad, '1')], companySettingsForm), {
      '0.max_price': kronor,
    });
  assert.deepEqual(rowMessagesOf([row(0, 1_000_000_000, 1)]), {
    '0.max_price': ['Högst 999 999 999 kr.'],
  });
});
