import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { PICTURES, VEHICLES } from './vehicles.ts';

const MAX_BYTES = 6_000_000;

test('each vehicle of the demo has valid and unique numbers', () => {
  for (const vehicle of VEHICLES) {
    assert.match(vehicle.registration_number, /^[A-HJ-PR-UW-Z]{3}\d{2}[\dA-HJ-NPR-UW-Z]$/);
    assert.match(vehicle.chassis_number, /^[A-HJ-NPR-Z0-9]{17}$/);
  }
  const plates = new Set(VEHICLES.map((vehicle) => vehicle.registration_number));
  const chassis = new Set(VEHICLES.map((vehicle) => vehicle.chassis_number));
  assert.equal(plates.size, VEHICLES.length);
  assert.equal(chassis.size, VEHICLES.length);
});

test('each vehicle has a plausible year, price and a description of two to five sentences', () => {
  // More than two pages of the list.
  assert.ok(VEHICLES.length > 48);
  for (const vehicle of VEHICLES) {
    assert.ok(vehicle.model_year >= 2005 && vehicle.model_year <= 2026);
    assert.ok(Number.isInteger(vehicle.start_bid) && vehicle.start_bid > 0);
    const reserve = vehicle.reservation_price;
    assert.ok(reserve === null || reserve > vehicle.start_bid);
    const sentences = vehicle.description.split(/[.] |[.]$/).filter((part) => part !== '');
    assert.ok(sentences.length >= 2 && sentences.length <= 5, vehicle.description);
  }
});

test('a description matches the pictures and the kind of sale', () => {
  for (const { damage, damage_condition, description, pictures } of VEHICLES) {
    if (damage_condition === 'DISASSEMBLY') {
      assert.doesNotMatch(description, /behöver bytas|ska bytas|riktas|lackeras/, description);
    }
    assert.equal(/krockkudde har löst ut/.test(description), damage.airbag, description);
    const [own, other] = damage.side === 'left' ? ['vänst', 'höger'] : ['hög(er|ra)', 'vänster'];
    if (/vänst|höger|högra/i.test(description) && damage_condition === 'REPAIR') {
      assert.match(description, new RegExp(own, 'i'));
    }
    if (damage.kind === 'side' && !/Skjutdörren/.test(description)) {
      assert.doesNotMatch(description, new RegExp(`${other} (sida|dörr|fram|bak)`, 'i'));
    }
    const isBurnt = /instrumentbrädan (och ratten har smält|är förstörd)/.test(description);
    assert.equal(isBurnt, damage.kind === 'fire', description);
    // A dead display shows no mileage.
    const shows = pictures.some((file) => file.endsWith('-odometer.webp'));
    assert.ok(!shows || !['fire', 'water'].includes(damage.kind));
  }
});

test('each vehicle has three or four own pictures, six megabytes in total', async () => {
  const named = VEHICLES.flatMap(({ pictures }) => pictures);
  for (const { pictures, registration_number } of VEHICLES) {
    assert.ok(pictures.length >= 3 && pictures.length <= 4);
    const plate = registration_number.toLowerCase();
    assert.ok(pictures.every((file) => file.startsWith(`${plate}-`)));
  }
  const files = readdirSync(PICTURES);
  assert.deepEqual(files.filter((file) => file.endsWith('.webp')).sort(), named.toSorted());
  const bytes = files.reduce((sum, file) => sum + statSync(join(PICTURES, file)).size, 0);
  assert.ok(bytes <= MAX_BYTES, String(bytes));
  const { format, width, height } = await sharp(join(PICTURES, named[0]!)).metadata();
  assert.deepEqual({ format, width, height }, { format: 'webp', width: 1360, height: 884 });
});
