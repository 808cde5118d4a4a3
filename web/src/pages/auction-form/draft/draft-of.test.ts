import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { auctionForm } from '@restvarde/contract/auctions/auction-form';
import { NO_CONDITION } from '@restvarde/contract/auctions/condition';
import * as z from 'zod/mini';
import { OTHER, toForm } from './auction-draft.ts';
import { draftOf, mergeDrafts } from './draft-of.ts';

const auction = {
  categories: [{ id: 2, name: 'Personbil', is_global: true }],
  manufacturer: 'Volvo',
  model: 'V60',
  model_year: 2021,
  mileage: null,
  registration_number: 'KLM482',
  chassis_number: '',
  description: 'Krockskadad',
  condition: { ...NO_CONDITION, keys: 2 },
  damage_condition: 'REPAIR',
  is_global: true,
  hidden_bids: false,
  hidden_reservation_price: true,
  start_bid: 0,
  reservation_price: 30_000,
  start_dt: '2026-07-01T10:00:40.000Z',
  end_dt: '2026-11-20T12:30:00.000Z',
  staging_area: 4,
  staging_area_name: 'Gävle hamn',
} as Auction;

test('FORM-1 an auction passes through its form unchanged', () => {
  const parsed = z.parse(auctionForm, toForm(draftOf(auction)));
  assert.deepEqual(parsed.category_ids, [2]);
  assert.equal(parsed.model_year, 2021);
  assert.equal(parsed.mileage, null);
  assert.equal(parsed.is_global, true);
  assert.equal(parsed.hidden_bids, false);
  assert.equal(parsed.start_bid, 0);
  assert.equal(parsed.reservation_price, 30_000);
  assert.equal(parsed.start_dt.toISOString(), '2026-07-01T10:00:00.000Z');
  assert.equal(parsed.end_dt.toISOString(), '2026-11-20T12:30:00.000Z');
  assert.equal(parsed.staging_area, 4);
  assert.deepEqual(parsed.condition, auction.condition);
});

test('FMT-1 amounts and mileage are grouped, a year is not', () => {
  const draft = draftOf({ ...auction, start_bid: 44_000, mileage: 15_630 });
  const { start_bid, reservation_price, mileage, model_year } = draft;
  assert.deepEqual(
    [start_bid, reservation_price, mileage, model_year],
    ['44\u00a0000', '30\u00a0000', '15\u00a0630', '2021'],
  );
});

test('FORM-3 a place with only a name is «Annan» with its text', () => {
  const draft = draftOf({ ...auction, staging_area: null, staging_area_name: 'Hos ägaren' });
  assert.equal(draft.staging_area, OTHER);
  assert.equal(draft.staging_area_name, 'Hos ägaren');
});

test('AUC-15 unchanged fields are saved with their current values', () => {
  const opened = draftOf(auction);
  const now = draftOf({ ...auction, end_dt: '2026-11-20T12:41:00.000Z', model: 'V60 CC' });
  const merged = mergeDrafts(opened, { ...opened, description: 'Ny' }, now);
  assert.equal(merged.description, 'Ny');
  assert.equal(merged.end_time, '13:41');
  assert.equal(merged.model, 'V60 CC');
});

test('AUC-15 date and time belong together: a change of one applies to both', () => {
  const opened = draftOf(auction);
  const now = draftOf({ ...auction, end_dt: '2026-11-21T12:41:00.000Z' });
  const merged = mergeDrafts(opened, { ...opened, end_time: '15:00' }, now);
  assert.deepEqual([merged.end_date, merged.end_time], ['2026-11-20', '15:00']);
});
