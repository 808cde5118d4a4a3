import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PICTURE_FAULT } from '@restvarde/contract/media';
import sharp from 'sharp';
import { makeOle, makeZip } from '../../../test/containers.ts';
import { type makeAuction, makeCategory, shiftAuction } from '../../../test/factories.ts';
import { encodeForm, type Fields, formFrom, makeNoise, makePicture } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { FILE_NAME_LENGTH } from '../../media/documents.ts';

const { node, db } = await openTestNode();

const { manager, makeOpen } = await makeSeller(node);
const category = await makeCategory(db);

const make = (values: Partial<Parameters<typeof makeAuction>[1]> = {}) =>
  makeOpen({ categories: [category], start_bid: 1_000, reservation_price: 5_000, ...values });

const formOf = async (id: number) =>
  formFrom((await node.call(manager, 'GET', `/api/auctions/${id}`)).body);
const put = async (user: number, id: number, values: Fields) => {
  const { body, headers } = await encodeForm(values);
  return node.call(user, 'PUT', `/api/auctions/${id}`, body, headers);
};
const history = async (id: number) =>
  (await node.call(manager, 'GET', `/api/auctions/${id}/history`)).body;

test('FORM-5, AUC-16 a new image becomes the main one and is logged, and documents are added and removed', async () => {
  const id = await make();
  const first = await makePicture();
  await put(manager, id, { ...(await formOf(id)), image: { name: 'a.jpg', content: first } });
  const before = (await node.call(manager, 'GET', `/api/auctions/${id}`)).body.image_id;
  await put(manager, id, { ...(await formOf(id)), image: { name: 'b.jpg', content: first } });
  const auction = (await node.call(manager, 'GET', `/api/auctions/${id}`)).body;
  assert.notEqual(auction.image_id, before);
  assert.equal(auction.additional_images[0].id, before);
  const entries: { action: string; before: object; after: object }[] = await history(id);
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.before, entry.after]),
    [
      ['add cover', { image_id: null }, { image_id: before }],
      ['add cover', { image_id: before }, { image_id: auction.image_id }],
    ],
  );

  await shiftAuction(db, id, -2 * 86_400);
  const pdf = await encodeForm({
    file: { name: '../Besiktning åäö.pdf', content: '%PDF-1.7 …' },
  });
  const added = await node.call(
    manager,
    'POST',
    `/api/auctions/${id}/files`,
    pdf.body,
    pdf.headers,
  );
  assert.equal(added.status, 201);
  assert.equal(added.body.name, 'Besiktning åäö.pdf');
  const file = await node.call(null, 'GET', added.body.file);
  assert.equal(file.status, 200);
  assert.match(String(file.headers['content-disposition']), /^attachment;/);
  const path = `/api/auctions/${id}/files/${added.body.id}`;
  assert.equal((await node.call(manager, 'DELETE', path)).status, 204);
  assert.equal((await node.call(manager, 'DELETE', path)).status, 404);
  assert.equal((await node.call(null, 'GET', added.body.file)).status, 404);
});

test('FORM-5, AUC-3 a document with a long name can be downloaded, and keeps its extension', async () => {
  const id = await make();
  for (const [start, length] of [
    ['a', 101],
    ['å', 200],
    ['日', 200],
    ['🚗', 200],
    ['x', 400],
    ['🚗x', 300],
  ] as const) {
    const name = `${start.repeat(Math.ceil(length / [...start].length)).slice(0, -4)}.pdf`;
    const { body, headers } = await encodeForm({ file: { name, content: '%PDF-1.7' } });
    const added = await node.call(manager, 'POST', `/api/auctions/${id}/files`, body, headers);
    assert.equal(added.status, 201, name);
    assert.ok([...added.body.name].length <= FILE_NAME_LENGTH && /\.pdf$/.test(added.body.name));
    assert.ok(added.body.name.isWellFormed(), name);
    const { files } = (await node.call(manager, 'GET', `/api/auctions/${id}`)).body;
    const file = await node.call(null, 'GET', files.at(-1).file);
    assert.equal(file.status, 200, name);
    const said = String(file.headers['content-disposition']);
    assert.ok(said.endsWith(`''${encodeURIComponent(added.body.name)}`), said);
  }
});

test('MEDIA-1 an invalid or oversized document is refused and not stored', async () => {
  const id = await make();
  for (const [name, content, status] of [
    ['rapport.pdf', 'MZ\u0090', 415],
    ['rapport.exe', '%PDF-1.7', 415],
    ['bild.svg', '<svg/>', 415],
    ['protokoll.docx', makeZip({ 'setup.exe': 'MZ' }), 415],
    ['protokoll.doc', makeOle(['!_StringPool']), 415],
    ['stor.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(26 * 1024 * 1024)]), 413],
  ] as const) {
    const form = await encodeForm({ file: { name, content } });
    const answer = await node.call(
      manager,
      'POST',
      `/api/auctions/${id}/files`,
      form.body,
      form.headers,
    );
    assert.equal(answer.status, status, name);
  }
  assert.deepEqual((await node.call(manager, 'GET', `/api/auctions/${id}`)).body.files, []);
});

test('MEDIA-1 a photo that lacks only its end marker is accepted as picture and document, one that lacks rows is not', async () => {
  const id = await make();
  const whole = await makeNoise((picture) => picture.jpeg());
  const photos: [name: string, content: Buffer, status: number][] = [
    ['hel.jpg', whole, 201],
    ['utan slut.jpg', whole.subarray(0, -2), 201],
    [
      'med mer.jpg',
      Buffer.concat([whole.subarray(0, -2), Buffer.from('Anna Lind '.repeat(9))]),
      201,
    ],
    ['avbruten.jpg', whole.subarray(0, whole.length * 0.6), 415],
  ];
  for (const [name, content, status] of photos) {
    const [file, image] = await Promise.all(
      ['file', 'image'].map(async (field) => {
        const form = await encodeForm({ [field]: { name, content } });
        const url = `/api/auctions/${id}/${field}s`;
        return node.call(manager, 'POST', url, form.body, form.headers);
      }),
    );
    assert.deepEqual([file!.status, image!.status], [status, status], name);
    if (status === 415) {
      const sentence = `${name}: ${PICTURE_FAULT.truncated}`;
      assert.deepEqual([file!.body.file, image!.body.image], [[sentence], [sentence]]);
      continue;
    }
    const kept = (await node.app.inject({ url: file!.body.file })).rawPayload;
    const { width, height } = await sharp(kept, { failOn: 'warning' }).metadata();
    assert.deepEqual([width, height], [400, 300]);
    assert.ok(!kept.includes('Anna'), name);
  }
});
