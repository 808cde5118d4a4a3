import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import {
  documentsOf,
  makeEstimate,
  makeInspectionReport,
  makeValuation,
} from '../documents/documents.ts';
import { drawVehicle } from './vehicle-drawing.ts';
import { renderPicture } from './vehicle-picture.ts';
import { drawingsOf, VEHICLES } from './vehicles.ts';

test('each vehicle of the demo has numbers of the right form, and none is used twice', () => {
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
  assert.ok(VEHICLES.length >= 60);
  for (const vehicle of VEHICLES) {
    assert.ok(vehicle.model_year >= 2005 && vehicle.model_year <= 2026);
    assert.ok(Number.isInteger(vehicle.start_bid) && vehicle.start_bid > 0);
    const reserve = vehicle.reservation_price;
    assert.ok(reserve === null || reserve > vehicle.start_bid);
    const sentences = vehicle.description.split(/[.] |[.]$/).filter((part) => part !== '');
    assert.ok(sentences.length >= 2 && sentences.length <= 5, vehicle.description);
  }
});

test('each vehicle has three to six different pictures', () => {
  for (const vehicle of VEHICLES) {
    const views = drawingsOf(vehicle).map((drawing) => drawing.view);
    assert.ok(views.length >= 3 && views.length <= 6);
    assert.equal(new Set(views).size, views.length);
  }
});

test('every drawing is finite, and the same each time', () => {
  for (const vehicle of VEHICLES.filter((_, i) => i % 8 === 0)) {
    for (const drawing of drawingsOf(vehicle)) {
      const svg = drawVehicle(drawing);
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
      assert.equal(svg, drawVehicle(drawing));
    }
  }
});

test('a picture is a JPEG of 1600 × 1064 below 300 KB', async () => {
  for (const body of ['kombi', 'motorcycle', 'caravan', 'truck'] as const) {
    const vehicle = VEHICLES.find((one) => one.body === body)!;
    const picture = await renderPicture(drawingsOf(vehicle)[0]!);
    const { format, width, height } = await sharp(picture).metadata();
    assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 1600, height: 1064 });
    assert.ok(picture.length < 300_000);
  }
});

test('the documents of a vehicle are PDFs of one or two pages', async () => {
  const [vehicle] = VEHICLES;
  for (const make of [makeInspectionReport, makeValuation, makeEstimate]) {
    const content = await make(vehicle!);
    assert.equal(Buffer.from(content.subarray(0, 4)).toString(), '%PDF');
    const { length } = (await PDFDocument.load(content)).getPages();
    assert.ok(length >= 1 && length <= 2);
  }
  const names = (await documentsOf(vehicle!)).map((document) => document.name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.every((name) => name.endsWith('.pdf')));
});
