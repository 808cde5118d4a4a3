import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { VEHICLES } from '../vehicles/vehicles.ts';
import { documentsOf, makeEstimate, makeInspectionReport, makeValuation } from './documents.ts';
import { makeInvoice } from './invoice.ts';

test('the documents of a vehicle are PDFs of one or two pages', async () => {
  const [vehicle] = VEHICLES;
  const sale = { number: 'NS-1', seller: 'Nordsäkring', buyer: 'Lind Bil & Plåt', amount: 52_000 };
  const invoice = () => makeInvoice(vehicle!, { ...sale, day: '2026-11-20', due: '2026-12-20' });
  for (const make of [makeInspectionReport, makeValuation, makeEstimate, invoice]) {
    const content = await make(vehicle!);
    assert.equal(Buffer.from(content.subarray(0, 4)).toString(), '%PDF');
    const { length } = (await PDFDocument.load(content)).getPages();
    assert.ok(length >= 1 && length <= 2);
  }
  const names = (await documentsOf(vehicle!)).map((document) => document.name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.every((name) => name.endsWith('.pdf')));
});
