import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { SALE_DOCUMENTS } from '@restvarde/contract/sales/collections';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { encodeForm } from '../../../test/forms.ts';
import { makeSaleWorld } from '../../../test/sales/sale-world.ts';
import { startTestNode } from '../../../test/test-node.ts';
import { drawSlip } from './draw-slip.ts';

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

const world = await makeSaleWorld(node);

const pathOf = (auction: number) => `/api/auctions/${auction}/collection/documents`;
async function add(auction: number, values: object = {}, user = world.manager) {
  const file = { name: 'Faktura 17.pdf', content: '%PDF-1.7' };
  const { body, headers } = await encodeForm({ file, ...values });
  return node.call(user, 'POST', pathOf(auction), body, headers);
}
const papersOf = async (auction: number, user: number) =>
  (await world.see(user, auction)).collection?.documents.map(({ name }: { name: string }) => name);

test('PICK-9, MEDIA-2 staff add papers, which the winner reads and no other buyer does', async () => {
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
  // Another sale's paper is not there.
  assert.equal((await remove(await world.sell())).status, 404);
  assert.equal((await remove(auction)).status, 204);
  assert.equal((await remove(auction)).status, 404);
  assert.deepEqual(await papersOf(auction, world.bo.user_id), ['Fullmakt']);
  assert.deepEqual((await world.history(auction)).slice(-3), [
    'add sale document',
    'add sale document',
    'remove sale document',
  ]);

  // The next buyer gets none of the last one's.
  await world.act(auction, 'bids/1/select-winner', { reason: 'Närmare' });
  await world.act(auction, 'notify-winner');
  assert.deepEqual(await papersOf(auction, world.ada.user_id), []);
  assert.equal(await papersOf(auction, world.bo.user_id), undefined);
});

test('PICK-9, MEDIA-1 twenty papers at most, of the kinds that documents have, once there is a winner', async () => {
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

test('PICK-9 the slip is the winner’s once it has the code, and staff’s; to all others there is none', async () => {
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

test('PICK-9 a slip is one page, whatever people are called and however much they write', async () => {
  const long = 'Åkerströms Łódź 北京 '.repeat(12);
  for (const text of ['Örebro', long, 'x'.repeat(200)]) {
    const written = { company: text, vehicle: text, place: text, buyer: text };
    const bytes = await drawSlip({ ...FACTS, ...written, opening_hours: text.slice(0, 200) });
    const document = await PDFDocument.load(bytes);
    assert.equal(document.getPageCount(), 1);
    assert.equal(document.getTitle(), 'Utlämningssedel NS-1001');
  }
});

test('PICK-9 a postal code stays with its town on a slip, wherever the line ends', async () => {
  const places = Array.from({ length: 70 }, (_, at) => `${'i'.repeat(at)} ${FACTS.place}`);
  const ends = new Set<string | undefined>();
  for (const place of places) {
    const lines = linesOf(await drawSlip({ ...FACTS, place: `Uppställningsplatsen ${place}` }));
    assert.ok(
      lines.some((line) => line.includes('123 45 Göteborg')),
      lines.join('\n'),
    );
    ends.add(lines.at(-1));
  }
  assert.ok(ends.has('123 45 Göteborg'), 'once the line was too short for it');
});

/** What is written on the first page, line by line. */
function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  const contents = streams.flatMap(([, stream]) => {
    try {
      return [inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  const written = [...contents.join('\n').matchAll(/<([0-9A-F]+)> Tj/g)];
  return written.map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'));
}
