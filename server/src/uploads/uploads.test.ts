import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { beforeEach, test } from 'node:test';
import { BYTES_TYPE } from '@restvarde/contract/endpoint';
import { PIECE_MAX_BYTES } from '@restvarde/contract/uploads';
import { sql } from 'kysely';
import { eventually } from '../../test/eventually.ts';
import { makeCategory, makeStaff, makeStagingArea } from '../../test/factories.ts';
import { encodeForm, makePicture, newAuction } from '../../test/forms.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import { piecesOf } from '../media/media.ts';
import { removeExpiredUploads } from './remove-uploads.ts';

const PDF = Buffer.from(`%PDF-1.7\n${'Besiktning '.repeat(300)}\n%%EOF\n`);

const { node, db } = await openTestNode();

const { company, manager, makeOpen } = await makeSeller(node);
const colleague = await makeStaff(db, company);
const category = await makeCategory(db);
const place = await makeStagingArea(db, company);
const auction = await makeOpen();
const jpeg = await makePicture({ width: 320, height: 240 });
beforeEach(() => sql`delete from uploads`.execute(db));

const start = (file: { kind: string; name: string; size: number }, user = manager) =>
  node.call(user, 'POST', '/api/uploads', file);
const send = (id: string, offset: number, bytes: Buffer, user = manager) =>
  node.call(user, 'PATCH', `/api/uploads/${id}?offset=${offset}`, bytes, {
    'content-type': BYTES_TYPE,
  });
const read = (id: string, user = manager) => node.call(user, 'GET', `/api/uploads/${id}`);

/** Uploads a file in pieces of this size; returns its id. */
async function upload(kind: string, name: string, content: Buffer, piece = 4_000) {
  const { id } = (await start({ kind, name, size: content.length })).body;
  for (let at = 0; at < content.length; at += piece) {
    const { status, body } = await send(id, at, content.subarray(at, at + piece));
    assert.equal(status, 200, JSON.stringify(body));
  }
  return id as string;
}

async function create(fields: Record<string, string>, key?: string) {
  const { body, headers } = await encodeForm(newAuction(category, place, fields));
  const once: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return node.call(manager, 'POST', '/api/auctions', body, { ...headers, ...once });
}

/** Attaches one to the auction. */
async function add(part: 'images' | 'files', upload_id: string, user = manager) {
  const { body, headers } = await encodeForm({ upload_id });
  return node.call(user, 'POST', `/api/auctions/${auction}/${part}`, body, headers);
}

test('FORM-13 an auction is created with earlier uploads, in their order', async () => {
  const [first, second] = [
    await upload('image', 'fram.jpg', jpeg),
    await upload('image', 'bak.jpg', jpeg),
  ];
  const paper = await upload('document', 'Besiktning.pdf', PDF);
  const keys = await sql<{ id: string; media_key: string }>`
    select id, media_key from uploads`.execute(db);
  const keyOf = (id: string) => keys.rows.find((row) => row.id === id)!.media_key;
  const fields = {
    'image_uploads[0]': second,
    'image_uploads[1]': first,
    'file_uploads[0]': paper,
  };
  const { status, body } = await create(fields, 'a-key');
  assert.equal(status, 201, JSON.stringify(body));
  assert.match(body.image, new RegExp(keyOf(second)));
  assert.match(body.additional_images[0].image, new RegExp(keyOf(first)));
  assert.equal(body.additional_images.length, 1);
  assert.deepEqual(
    body.files.map(({ name, size }: { name: string; size: number }) => [name, size]),
    [['Besiktning.pdf', PDF.length]],
  );
  assert.equal((await read(first)).status, 404, 'an auction has it now');
  // FORM-12: the reply was lost, and the call is repeated.
  assert.equal((await create(fields, 'a-key')).body.id, body.id);
  const again = await create(fields);
  assert.equal(again.status, 400);
  assert.match(again.body.image[0], /finns inte kvar/);
});

test('FORM-13 a refused auction uses no upload', async () => {
  const id = await upload('image', 'fram.jpg', jpeg);
  const paper = await upload('document', 'a.pdf', PDF);
  // The picture is taken before the document turns out to be missing.
  const { status } = await create({ 'image_uploads[0]': id, 'file_uploads[0]': id });
  assert.equal(status, 400);
  assert.equal((await read(id)).body.is_complete, true);
  const both = { 'image_uploads[0]': id, 'file_uploads[0]': paper };
  assert.equal((await create({ ...both, manufacturer: '' })).status, 400);
  assert.equal((await create(both)).status, 201);
});

test('FORM-13, FORM-5 uploads can be added to an existing auction', async () => {
  const picture = await upload('image', 'fram.jpg', jpeg);
  const paper = await upload('document', 'a.pdf', PDF);
  assert.equal((await add('images', picture, colleague)).status, 400, 'a colleague’s');
  const added = await add('images', picture);
  assert.equal(added.status, 201);
  assert.equal((await add('files', paper)).body.name, 'a.pdf');
  assert.equal((await add('images', picture)).status, 400, 'once alone');
  const { body } = await node.call(manager, 'GET', `/api/auctions/${auction}`);
  assert.equal(body.image_id, added.body.id);
  assert.equal((await node.app.inject({ url: added.body.thumb })).statusCode, 200);
});

test('FORM-13 an upload resumes after a broken connection, and a repeated piece is stored once', async () => {
  const { id } = (await start({ kind: 'document', name: 'a.pdf', size: PDF.length })).body;
  const { access } = await node.logIn(manager);
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = node.app.server.address() as AddressInfo;
  const head = (offset: number, length: number) =>
    [
      `PATCH /api/uploads/${id}?offset=${offset} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${access}`,
      `Content-Type: ${BYTES_TYPE}`,
      `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n');

  // The reply is lost, but the piece has arrived.
  const lost = connect(port, '127.0.0.1');
  lost.write(Buffer.concat([Buffer.from(head(0, 1_000)), PDF.subarray(0, 1_000)]));
  await eventually(async () => assert.equal((await read(id)).body.offset, 1_000));
  lost.destroy();
  // The connection breaks in the middle: nothing of the piece is stored.
  const cut = connect(port, '127.0.0.1');
  cut.write(Buffer.concat([Buffer.from(head(1_000, 1_000)), PDF.subarray(1_000, 1_400)]));
  await new Promise((resolve) => setTimeout(resolve, 100));
  cut.destroy();
  assert.equal((await read(id)).body.offset, 1_000);

  const twice = await send(id, 0, PDF.subarray(0, 1_000));
  assert.equal(twice.status, 409);
  assert.equal(twice.body.offset, 1_000);
  // Another node continues the upload.
  const other = await node.startAnother();
  const answer = await other.app.inject({
    method: 'PATCH',
    url: `/api/uploads/${id}?offset=1000`,
    headers: { authorization: `Bearer ${access}`, 'content-type': BYTES_TYPE },
    payload: PDF.subarray(1_000),
  });
  assert.equal(answer.json().is_complete, true, answer.body);
  const added = await add('files', id);
  const { rawPayload } = await node.app.inject({ url: added.body.file });
  assert.deepEqual(rawPayload, PDF);
});

test('FORM-13 two concurrent calls with the same piece add it once', async () => {
  const { id } = (await start({ kind: 'document', name: 'a.pdf', size: PDF.length })).body;
  const answers = await Promise.all([1, 2, 3].map(() => send(id, 0, PDF.subarray(0, 1_000))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  assert.equal((await read(id)).body.offset, 1_000);
  const last = await Promise.all([1, 2].map(() => send(id, 1_000, PDF.subarray(1_000))));
  assert.ok(last.some(({ body }) => body.is_complete));
  assert.equal((await send(id, PDF.length, Buffer.alloc(0))).body.is_complete, true);
  const { rows } = await sql<{ media_key: string }>`select media_key from uploads`.execute(db);
  const kept = (await node.storedFolders()).filter((name) => name.startsWith('u'));
  assert.deepEqual(kept, [], 'no piece stays');
  assert.ok((await node.storedFolders()).includes(rows[0]!.media_key));
});

test('FORM-13 an upload in too many pieces is refused', async () => {
  const { id } = (await start({ kind: 'document', name: 'a.pdf', size: PDF.length })).body;
  for (let at = 0; at < 400; at++) {
    assert.equal((await send(id, at, PDF.subarray(at, at + 1))).status, 200);
  }
  const answer = await send(id, 400, PDF.subarray(400));
  assert.deepEqual(answer.body, { detail: 'Filen kommer i för många delar. Välj den igen.' });
  assert.equal((await node.call(manager, 'DELETE', `/api/uploads/${id}`)).status, 204);
});

test('FORM-13 a piece that arrives while its upload is removed leaves nothing behind', async () => {
  const { id } = (await start({ kind: 'document', name: 'a.pdf', size: PDF.length })).body;
  const folder = piecesOf(id);
  let sent: ReturnType<typeof send> | undefined;
  await node.owner.transaction().execute(async (tx) => {
    await sql`delete from uploads where id = ${id}`.execute(tx);
    // It is stored, and then waits for the row lock.
    sent = send(id, 0, PDF.subarray(0, 1_000));
    await eventually(async () => assert.ok((await node.storedFolders()).includes(folder)));
  });
  assert.equal((await sent)?.status, 404);
  assert.ok(!(await node.storedFolders()).includes(folder));
});

test('MEDIA-1, FORM-13 a file is validated when its last piece has arrived, and removed if it is invalid', async () => {
  const { id } = (await start({ kind: 'image', name: 'a.jpg', size: PDF.length })).body;
  const { status, body } = await send(id, 0, PDF);
  assert.equal(status, 415);
  assert.match(body.image[0], /^a\.jpg: Filen är ingen bild/);
  assert.equal((await read(id)).status, 404);
  assert.deepEqual(
    (await node.storedFolders()).filter((name) => name.startsWith('u')),
    [],
  );
  const wrong = await start({ kind: 'document', name: 'a.pdf', size: jpeg.length });
  assert.equal((await send(wrong.body.id, 0, jpeg)).status, 415);
});

test('MEDIA-1, FORM-13 a too large file is refused at the start, and so is more data than announced', async () => {
  const image = await start({ kind: 'image', name: 'a.jpg', size: 15 * 1024 ** 2 + 1 });
  assert.deepEqual(image.body, { size: ['Bilden får vara högst 15 MB.'] });
  const paper = await start({ kind: 'document', name: 'a.pdf', size: 25 * 1024 ** 2 + 1 });
  assert.deepEqual(paper.body, { size: ['Dokumentet får vara högst 25 MB.'] });
  const { id } = (await start({ kind: 'image', name: 'a.jpg', size: 10 })).body;
  assert.equal((await send(id, 0, Buffer.alloc(11))).status, 400);
  assert.equal((await send(id, 0, Buffer.alloc(PIECE_MAX_BYTES + 1))).status, 413);
  const asJson = await node.call(manager, 'PATCH', `/api/uploads/${id}?offset=0`, { a: 1 });
  assert.equal(asJson.status, 415);
  assert.equal((await read(id)).body.offset, 0);
});

test('FORM-13 a user’s waiting uploads are limited, and removing some makes room', async () => {
  const image = { kind: 'image', name: 'a.jpg', size: 10 };
  const answers = [];
  for (let count = 0; count < 121; count++) answers.push(await start(image));
  assert.equal(answers[119]!.status, 201);
  assert.equal(answers[120]!.status, 429);
  assert.ok(answers[120]!.headers['retry-after']);
  assert.equal((await start(image, colleague)).status, 201);
  const { id } = answers[0]!.body;
  assert.equal((await node.call(manager, 'DELETE', `/api/uploads/${id}`)).status, 204);
  assert.equal((await start(image)).status, 201);
});

test('FORM-13 an upload unused a day after its last piece is removed with its files', async () => {
  const before = await node.storedFolders();
  const half = (await start({ kind: 'document', name: 'a.pdf', size: PDF.length })).body.id;
  await send(half, 0, PDF.subarray(0, 1_000));
  const whole = await upload('image', 'a.jpg', jpeg);
  const fresh = await upload('document', 'b.pdf', PDF);
  await sql`
    update uploads set expires_at = expires_at - interval '24 hours'
    where id in (${half}, ${whole})`.execute(db);
  assert.equal((await read(whole)).status, 404);
  assert.equal((await add('images', whole)).status, 400);
  assert.equal(await removeExpiredUploads(node.context), 2);
  assert.equal(await removeExpiredUploads(node.context), 0);
  assert.equal((await read(fresh)).status, 200);
  const { rows } = await sql<{ media_key: string }>`select media_key from uploads`.execute(db);
  assert.deepEqual(await node.storedFolders(), [...before, rows[0]!.media_key].sort());
});
