import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SALE_DOCUMENTS } from '@restvarde/contract/sale-calls/collections';
import { sql } from 'kysely';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { encodeForm } from '../../../test/forms.ts';
import { makeSaleWorld } from '../../../test/sales/sale-world.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { drawSlip } from './draw-slip.ts';

const { node, db } = await openTestNode();

const world = await makeSaleWorld(node);

const pathOf = (auction: number) => `/api/auctions/${auction}/collection/documents`;
async function add(auction: number, values: object = {}, user = world.manager) {
  const file = { name: 'Faktura 17.pdf', content: '%PDF-1.7' };
  const { body, headers } = await encodeForm({ file, ...values });
  return node.call(user, 'POST', pathOf(auction), body, headers);
}
const papersOf = async (auction: number, user: number) =>
  (await world.see(user, auction)).collection?.documents.map(({ name }: { name: string }) => name);

test('PICK-9, MEDIA-2 staff add documents, which only the winner can read', async () => {
  const auction = await world.sell();
  const added = await add(auction);
  assert.equal(added.status, 201, JSON.stringify(added.body));
  assert.equal((await add(auction, { name: ' Fullmakt ' })).body.name, 'Fullmakt');
  assert.deepEqual(await papersOf(auction, world.bo.user_id), ['Faktura 17.pdf', 'Fullmakt']);
  assert.equal(await papersOf(auction, world.ada.user_id), undefined);
  const { documents } = (await world.see(world.bo.user_id, auction)).collection;
  const read = await node.app.inject({ method: 'GET', url: documents[0].file });
  assert.deepEqual([read.statusCode, read.body], [200, '%PDF-1.7']);
  const unsigned = documents[0].file.replace(/\?.*/, '');
  assert.notEqual((await node.app.inject({ method: 'GET', url: unsigned })).statusCode, 200);

  assert.equal((await add(auction, {}, world.bo.user_id)).status, 403);
  const rival = await makeSaleWorld(node);
  assert.equal((await add(auction, {}, rival.manager)).status, 404);
  const remove = (of: number, user = world.manager) =>
    node.call(user, 'DELETE', `${pathOf(of)}/${added.body.id}`);
  // A document of another sale is not found.
  assert.equal((await remove(await world.sell())).status, 404);
  assert.equal((await remove(auction)).status, 204);
  assert.equal((await remove(auction)).status, 404);
  assert.deepEqual(await papersOf(auction, world.bo.user_id), ['Fullmakt']);
  assert.deepEqual((await world.history(auction)).slice(-3), [
    'add sale document',
    'add sale document',
    'remove sale document',
  ]);

  // The next buyer cannot see the former buyer's documents.
  await world.act(auction, 'bids/1/select-winner', { reason: 'Närmare' });
  await world.act(auction, 'notify-winner');
  assert.deepEqual(await papersOf(auction, world.ada.user_id), []);
  assert.equal(await papersOf(auction, world.bo.user_id), undefined);
});

test('PICK-9, MEDIA-1 a sale with a winner has at most twenty documents, of the usual types', async () => {
  const auction = await world.sell();
  await sql`
    insert into sale_documents (collection_id, name, file_name, document_key, size, added_by)
    select id, 'Kvitto', 'kvitto.pdf', 'd' || replace(gen_random_uuid()::text, '-', ''), 4, ${world.manager}
    from collections, generate_series(1, ${SALE_DOCUMENTS}) where auction_id = ${auction}`.execute(
    db,
  );
  assert.deepEqual((await add(auction)).body, { detail: 'Ett köp kan ha högst 20 dokument.' });
  const another = await world.sell();
  assert.equal((await add(another, { file: { name: 'x.exe', content: 'MZ' } })).status, 415);
  const unsold = await world.end({ reservation_price: null });
  assert.deepEqual((await add(unsold)).body, { detail: 'Ingen vinnare är meddelad.' });
});

test('PICK-9 the slip is available to the winner once it has the code, and to staff, and to nobody else', async () => {
  const auction = await world.sell();
  const slip = (user: number) => node.call(user, 'GET', `/api/auctions/${auction}/collection/slip`);
  for (const user of [world.bo.user_id, world.manager]) {
    const { status, headers } = await slip(user);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/pdf');
  }
  assert.equal((await slip(world.ada.user_id)).status, 404);
  await sql`
    update collections set release_after_payment = true, released_at = null
    where auction_id = ${auction}`.execute(db);
  assert.deepEqual((await slip(world.bo.user_id)).body, {
    detail: 'Objektet lämnas ut efter betalning.',
  });
  assert.equal((await slip(world.manager)).status, 200);
  await world.act(auction, 'collection/undo', { reason: 'Ångrat', agreed: true });
  assert.deepEqual((await slip(world.manager)).body, { detail: 'Köpet är hävt.' });
});

const FACTS = {
  company: 'Nordförsäkring',
  number: 'NS-1001',
  vehicle: 'Volvo V60',
  registration_number: 'ABC123',
  chassis_number: '',
  place: 'Bilgatan 3, 123 45 Göteborg',
  opening_hours: '',
  buyer: 'Lind Bil & Plåt',
  release_code: 'K7M2QX',
  free_until: '2026-12-01',
};

test('PICK-9 a slip is one page, however long its texts are', async () => {
  const long = 'Åkerströms Łódź 北京 '.repeat(12);
  for (const text of ['Örebro', long, 'x'.repeat(200)]) {
    const written = { company: text, vehicle: text, place: text, buyer: text };
    const slip = await drawSlip({ ...FACTS, ...written, opening_hours: text.slice(0, 200) });
    assert.equal((await openSlip(slip)).numPages, 1);
  }
});

test('PICK-9 a slip is tagged: language, title, headings, alternative text and a list, with embedded fonts', async () => {
  const slip = await drawSlip({ ...FACTS, buyer: 'Łódź Bil & Plåt' });
  const pdf = await openSlip(slip);
  const { info } = await pdf.getMetadata();
  assert.deepEqual(
    [(info as { Title: string }).Title, (info as { Language: string }).Language],
    ['Utlämningssedel NS-1001', 'sv-SE'],
  );
  const marks = (await pdf.getMarkInfo()) as unknown as Map<string, boolean>;
  assert.equal(marks.get('Marked'), true);
  const page = await pdf.getPage(1);
  const texts = new Map<string, string>();
  let open: string | undefined;
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if (!('str' in item)) open = item.type.startsWith('begin') ? (item.id ?? open) : undefined;
    else if (open) texts.set(open, (texts.get(open) ?? '') + item.str + (item.hasEOL ? ' ' : ''));
  }
  const tags: string[] = [];
  (function walk(element: StructNode) {
    const text = (element.children ?? [])
      .flatMap((child) => ('id' in child ? (texts.get(child.id) ?? '') : []))
      .join('');
    tags.push([element.role, element.alt ?? text.trim()].filter(Boolean).join(' '));
    for (const child of element.children ?? []) if ('role' in child) walk(child);
  })((await page.getStructTree()) as StructNode);
  assert.deepEqual(tags.slice(0, 17), [
    'Root',
    'Document',
    'H1 Utlämningssedel',
    'P Nordförsäkring',
    'H2 Hämtkod',
    'P K7M-2QX',
    'P Visa koden när du hämtar. Den som har koden får ut objektet.',
    'Figure Koden K7M-2QX som QR-kod',
    'H2 Objektet',
    'L',
    'LI',
    'Lbl Auktion',
    'LBody NS-1001',
    'LI',
    'Lbl Fordon',
    'LBody Volvo V60',
    'LI',
  ]);
  assert.ok(tags.includes('LBody Łódź Bil & Plåt'));
  const content = Buffer.from(slip).toString('latin1');
  assert.equal(content.match(/\/FontFile2 /g)?.length, content.match(/\/FontDescriptor /g)?.length);
  assert.ok(!/\/BaseFont \/(Helvetica|Times|Courier)/.test(content));
  assert.deepEqual(
    await drawSlip({ ...FACTS, buyer: 'Łódź Bil & Plåt' }),
    slip,
    'the same each time',
  );
});

test('PICK-9 a postal code stays on the line of its town', async () => {
  const ends = new Set<string | undefined>();
  for (let at = 0; at < 30; at++) {
    const place = `Uppställningsplatsen ${'i'.repeat(at)} ${FACTS.place}`;
    const lines = await linesOf(await drawSlip({ ...FACTS, place }));
    assert.ok(
      lines.some((line) => line.includes('123 45 Göteborg')),
      lines.join('\n'),
    );
    ends.add(lines.at(-1));
  }
  assert.ok(ends.has('123 45 Göteborg'), 'once the line was too short for it');
});

interface StructNode {
  role: string;
  alt?: string;
  children?: (StructNode | { type: string; id: string })[];
}

const openSlip = (slip: Uint8Array) =>
  getDocument({ data: new Uint8Array(slip), verbosity: 0 }).promise;

/** Returns the lines of the first page. */
async function linesOf(slip: Uint8Array): Promise<string[]> {
  const page = await (await openSlip(slip)).getPage(1);
  const lines: { y: number; text: string }[] = [];
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item)) continue;
    const y = Math.round(item.transform[5]);
    const last = lines.at(-1);
    if (last?.y === y) last.text += item.str;
    else if (item.str.trim() !== '') lines.push({ y, text: item.str });
  }
  return lines.map(({ text }) => text.trim());
}
