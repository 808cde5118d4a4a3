import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesByField } from '@restvarde/contract/errors';
import * as z from 'zod/mini';
import { COMPANY_PARTS } from './company-parts.ts';
import { EMPTY_ROW } from './ladder-rows.ts';
import {
  needsRow,
  settingsDraft,
  toPartDraft,
  toSettingsDraft,
  withLogo,
} from './settings-draft.ts';

const COMPANY = {
  id: 1,
  name: 'Nordsäkring',
  logo: null,
  email: 'kontakt@nord.example',
  phone: '08-123 45 00',
  street: 'Sveavägen 44',
  postal: '11134',
  city: 'Stockholm',
  ended_auction_email: '',
  auction_summary_email: 'dag@nord.example',
  default_end_dt_increment_days: 7,
  default_end_dt_increment_time: '12:00',
  auction_end_dt_incrementation: 3,
  bid_increment_intervals: [{ min_price: 0, max_price: 10_000, increment: 250 }],
  next_auction_number: 'NS-1001',
  dismantling_bidders: 'all' as const,
  follow_deregistration: false,
  decision_days: 2,
  release_after_payment: true,
  relist_dismantling: true,
  relist_days: 7,
  relist_start_bid_percent: 50,
  relist_reservation_percent: null,
  allows_max_bids: true,
  requires_second_factor: false,
};

const faultsOf = (draft: object) => {
  const { error } = z.safeParse(settingsDraft, draft);
  return error === undefined ? {} : messagesByField(error);
};

test('SET-1 a company’s values fill its form and are sent unchanged', () => {
  const { id: _id, logo: _logo, ...settings } = COMPANY;
  assert.deepEqual(z.parse(settingsDraft, toSettingsDraft(COMPANY)), settings);
});

test('SET-1, SET-2 errors are shown at their fields and cells', () => {
  const draft = {
    ...toSettingsDraft(COMPANY),
    auction_end_dt_incrementation: '',
    bid_increment_intervals: [
      { min_price: '0', max_price: '', increment: '' },
      { min_price: '500', max_price: '100', increment: '50' },
      EMPTY_ROW,
    ],
  };
  const faults = faultsOf(draft);
  assert.deepEqual(faults.auction_end_dt_incrementation, ['Du måste ange antal minuter']);
  const at = 'bid_increment_intervals';
  assert.deepEqual(faults[`${at}.0.max_price`], ['Du måste ange intervallets högsta pris']);
  assert.deepEqual(faults[`${at}.0.increment`], ['Du måste ange lägsta höjning för intervallet']);
  assert.deepEqual(faults[`${at}.1.min_price`], [
    'Priset måste vara mindre än intervallets högsta pris',
  ]);
  assert.deepEqual(faults[`${at}.1.max_price`], [
    'Priset måste vara högre än intervallets lägsta pris',
  ]);
});

test('SET-3 each field belongs to one part of the form, which has no others', () => {
  const fields = COMPANY_PARTS.flatMap((part) => [...part.fields]);
  assert.deepEqual(fields.toSorted(), Object.keys(toSettingsDraft(COMPANY)).toSorted());
  const draft = toPartDraft(COMPANY, ['ended_auction_email', 'auction_summary_email']);
  assert.deepEqual(z.parse(settingsDraft, draft), {
    ended_auction_email: '',
    auction_summary_email: 'dag@nord.example',
  });
});

test('SET-2 typing in the last row adds an empty one', () => {
  assert.equal(needsRow([EMPTY_ROW]), false);
  assert.equal(needsRow([{ ...EMPTY_ROW, increment: '5' }]), true);
  assert.equal(needsRow([]), true);
});

test('SET-1 with a logo the settings are sent as equivalent form data', () => {
  const settings = z.parse(settingsDraft, toSettingsDraft(COMPANY));
  const body = withLogo(settings, new File(['x'], 'logo.png', { type: 'image/png' }));
  const { logo, ...written } = Object.fromEntries(body);
  assert.ok(logo instanceof File);
  assert.deepEqual(z.parse(settingsDraft, written as never), settings);
});
