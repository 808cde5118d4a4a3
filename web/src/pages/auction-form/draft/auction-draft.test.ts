import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORM_SENTENCE } from '@restvarde/contract/auctions/auction-form';
import {
  type AuctionDraft,
  faultsOf,
  newDraft,
  OTHER,
  toForm,
  toFormData,
} from './auction-draft.ts';

const company = {
  default_end_dt_increment_days: 7,
  default_end_dt_increment_time: '12:00',
  relist_dismantling: false,
};
const morning = Date.parse('2026-11-20T08:00:00Z');
const categories = [
  { id: 1, name: 'Personbil', is_global: true },
  { id: 2, name: 'Husvagn', is_global: false },
];
const known = { categories, now: morning };

const complete: AuctionDraft = {
  ...newDraft(company, morning),
  category_ids: ['1'],
  manufacturer: 'Volvo',
  registration_number: 'ABC 123',
  staging_area: '3',
};

test('FORM-2 a new auction starts with the company’s defaults', () => {
  const draft = newDraft(company, morning);
  assert.equal(draft.is_global, '0');
  assert.equal(draft.hidden_bids, '1');
  assert.equal(draft.hidden_reservation_price, '1');
  assert.equal(draft.damage_condition, 'DISASSEMBLY');
  assert.deepEqual(
    [draft.start_date, draft.start_time, draft.end_date, draft.end_time],
    ['2026-11-20', '12:00', '2026-11-27', '12:00'],
  );
});

test('FORM-2 if today’s start time has passed, a new auction starts tomorrow', () => {
  const draft = newDraft(company, Date.parse('2026-11-20T11:00:01Z'));
  assert.deepEqual([draft.start_date, draft.end_date], ['2026-11-21', '2026-11-28']);
});

test('FORM-3 an empty form shows everything that is missing at its field', () => {
  const empty = {
    ...newDraft(company, morning),
    start_date: '',
    start_time: '',
    end_date: '',
    end_time: '',
  };
  assert.deepEqual(faultsOf(empty, known), {
    category_ids: FORM_SENTENCE.category,
    manufacturer: FORM_SENTENCE.manufacturer,
    registration_number: FORM_SENTENCE.vehicleNumber,
    chassis_number: FORM_SENTENCE.vehicleNumber,
    staging_area: FORM_SENTENCE.stagingArea,
    start_date: FORM_SENTENCE.startDate,
    start_time: FORM_SENTENCE.startTime,
    end_date: FORM_SENTENCE.endDate,
    end_time: FORM_SENTENCE.endTime,
  });
});

test('FORM-3 a date without a time shows the message of the time at the time', () => {
  assert.deepEqual(faultsOf({ ...complete, end_time: '' }, known), {
    end_time: FORM_SENTENCE.endTime,
  });
});

test('FORM-7 an end more than two years ahead is an error of its date', () => {
  assert.deepEqual(faultsOf({ ...complete, end_date: '2029-01-01' }, known), {
    end_date: FORM_SENTENCE.endTooLate,
  });
  const opened = { ...complete, end_date: '2029-01-01' };
  assert.deepEqual(faultsOf(opened, { ...known, opened }), {});
});

test('FORM-3 an unreadable time is reported as such, not as missing', () => {
  const wrong = { ...complete, start_time: '25:99', end_time: 'kl 9' };
  assert.deepEqual(faultsOf(wrong, known), {
    start_time: 'Ange tiden som TT:MM',
    end_time: 'Ange tiden som TT:MM',
  });
});

test('FORM-3 «Annan» needs its text, which goes to the server without an id', () => {
  const other = { ...complete, staging_area: OTHER };
  assert.deepEqual(faultsOf(other, known), { staging_area_name: FORM_SENTENCE.stagingArea });
  const named = { ...other, staging_area_name: 'Hos ägaren' };
  assert.deepEqual(faultsOf(named, known), {});
  assert.equal(toForm(named).staging_area, '');
  assert.equal(toForm({ ...named, staging_area: '3' }).staging_area_name, '');
});

test('FORM-7 the start is not past, the end is after it, and the reserve is not below the start bid', () => {
  const past = { ...complete, start_time: '08:54' };
  assert.equal(faultsOf(past, known).start_date, FORM_SENTENCE.startInPast);
  assert.deepEqual(faultsOf({ ...complete, start_time: '08:56' }, known), {});
  const backwards = { ...complete, end_date: complete.start_date };
  assert.equal(faultsOf(backwards, known).end_date, FORM_SENTENCE.endAfterStart);
  const low = { ...complete, start_bid: '20 000', reservation_price: '19 999' };
  assert.equal(faultsOf(low, known).reservation_price, FORM_SENTENCE.reserveBelowStart);
});

test('FORM-8 a global auction needs a global category', () => {
  const own = { ...complete, is_global: '1', category_ids: ['2'] };
  assert.equal(faultsOf(own, known).category_ids, FORM_SENTENCE.globalCategory);
  assert.deepEqual(faultsOf({ ...own, category_ids: ['1', '2'] }, known), {});
});

test('FORM-1 the body has numbered lists and joined times', () => {
  const data = toFormData({ ...complete, category_ids: ['1', '2'] });
  assert.equal(data.get('category_ids[1]'), '2');
  assert.equal(data.get('start_dt'), '2026-11-20T12:00');
  assert.equal(data.get('start_date'), null);
});

test('FORM-16 the only category is chosen from the beginning', () => {
  assert.deepEqual(newDraft(company, morning, [{ id: 7 }]).category_ids, ['7']);
  assert.deepEqual(newDraft(company, morning, [{ id: 7 }, { id: 8 }]).category_ids, []);
});
