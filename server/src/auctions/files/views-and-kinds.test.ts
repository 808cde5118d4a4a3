import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMAGES_LOCKED, LOCKED_WHEN_NOTIFIED } from '@restvarde/contract/auctions/auction-locks';
import { VIEW_NAMES } from '@restvarde/contract/auctions/image-views';
import { endAuctions } from '../../../test/auctions/lists.ts';
import { makeCategory, makeStagingArea } from '../../../test/factories.ts';
import { encodeForm, type Fields, formFrom, makePicture, newAuction } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';

const BYTES = { 'content-type': 'application/offset+octet-stream' };
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const { node, db } = await openTestNode();

const { company, manager, ada, makeOpen, see, act } = await makeSeller(node);
const category = await makeCategory(db);
const place = await makeStagingArea(db, company);
const picture = await makePicture({ width: 64, height: 48 });
const image = { name: 'bil.jpg', content: picture };

const call = (method: 'PATCH' | 'DELETE', path: string, body?: object) =>
  node.call(manager, method, `/api/auctions/${path}`, body);
const send = async (method: 'POST' | 'PUT', path: string, values: Fields) => {
  const { body, headers } = await encodeForm(values);
  return node.call(manager, method, `/api/auctions${path}`, body, headers);
};
const historyOf = async (id: number) =>
  (await node.call(manager, 'GET', `/api/auctions/${id}/history`)).body;

async function upload(kind: 'image' | 'document', content: Buffer): Promise<string> {
  const file = { kind, name: kind === 'image' ? 'a.jpg' : 'a.pdf', size: content.length };
  const { id } = (await node.call(manager, 'POST', '/api/uploads', file)).body;
  const sent = await node.call(manager, 'PATCH', `/api/uploads/${id}?offset=0`, content, BYTES);
  assert.equal(sent.status, 200);
  return id;
}

const viewsOf = (auction: { image_view: string; additional_images: { view: string }[] }) => [
  auction.image_view,
  ...auction.additional_images.map(({ view }) => view),
];

test('DMG-6 a new auction has the views of its form, and the number of them with a picture', async () => {
  const uploads = [await upload('image', picture), await upload('image', picture)];
  const { status, body } = await send('POST', '', {
    ...newAuction(category, place),
    image,
    image_view: 'front_left',
    'image_uploads[0]': uploads[0],
    'image_views[0]': '',
    'image_uploads[1]': uploads[1],
    'image_views[1]': 'vin',
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(viewsOf(body), ['front_left', null, 'vin']);
  assert.equal(body.photo_score, 2);

  const replaced = await send('PUT', `/${body.id}`, {
    ...formFrom(body),
    image,
    image_view: 'vin',
  });
  assert.deepEqual(viewsOf(replaced.body), ['vin', 'front_left', null, 'vin']);
  assert.equal(replaced.body.photo_score, 2, 'several pictures share a view');
  const [card] = (await node.call(ada.user_id, 'GET', '/api/auctions')).body.results;
  assert.deepEqual([card.photo_score, card.image_count], [2, 4]);

  const added = await send('POST', `/${body.id}/images`, { image, view: 'keys' });
  assert.deepEqual([added.status, added.body.view], [201, 'keys']);
  const order = [added.body.id, replaced.body.image_id];
  const ordered = await call('PATCH', `${body.id}/images`, { image_ids: order });
  assert.deepEqual(viewsOf(ordered.body), ['keys', 'vin', 'front_left', null, 'vin']);
  const wrong = await send('POST', `/${body.id}/images`, { image, view: 'sky' });
  const named = `Ogiltigt värde. Tillåtna värden: ${VIEW_NAMES.join(', ')}.`;
  assert.deepEqual([wrong.status, wrong.body], [400, { view: [named] }]);
});

test('DMG-6, AUC-15 the view of a picture is changed until the end, and an equal one is not a change', async () => {
  const id = await makeOpen({ categories: [category] });
  const { id: one } = (await send('POST', `/${id}/images`, { image })).body;
  const path = `${id}/images/${one}`;
  const changed = await call('PATCH', path, { view: 'damage' });
  assert.deepEqual([changed.status, changed.body.view], [200, 'damage']);
  assert.equal((await call('PATCH', path, { view: 'damage' })).status, 200);
  assert.equal((await call('PATCH', path, { view: '' })).body.view, null);
  await call('PATCH', path, { view: 'damage' });
  const changes = (await historyOf(id)).filter(
    ({ action }: { action: string }) => action === 'change image',
  );
  assert.deepEqual(
    changes.map(({ before, after: now }: { before: object; after: object }) => [before, now]),
    [
      [
        { image_id: one, view: null },
        { image_id: one, view: 'damage' },
      ],
      [
        { image_id: one, view: 'damage' },
        { image_id: one, view: null },
      ],
      [
        { image_id: one, view: null },
        { image_id: one, view: 'damage' },
      ],
    ],
  );
  assert.equal((await call('PATCH', path, { view: 'sky' })).status, 400);
  assert.equal((await call('PATCH', `${id}/images/999999`, { view: 'vin' })).status, 404);
  assert.equal((await node.call(ada.user_id, 'PATCH', `/api/auctions/${path}`, {})).status, 403);
  await endAuctions(node, id);
  const late = await call('PATCH', path, { view: 'vin' });
  assert.deepEqual([late.status, late.body], [400, { detail: IMAGES_LOCKED }]);
  assert.equal((await call('PATCH', path, { view: 'damage' })).status, 200);
});

test('DMG-6, DMG-7, RELIST-2 a relisted object keeps views and kinds, or gets those that are sent', async () => {
  const end = async () => {
    const id = await makeOpen({ categories: [category] });
    await send('POST', `/${id}/images`, { image, view: 'vin' });
    await send('POST', `/${id}/images`, { image, view: 'keys' });
    await send('POST', `/${id}/files`, { file: { name: 'a.pdf', content: PDF }, kind: 'cabas' });
    await endAuctions(node, id);
    return see(manager, id);
  };
  const was = await end();
  const kept = (await act(was.id, 'relist')).body;
  assert.deepEqual(viewsOf(kept), ['vin', 'keys']);
  assert.equal(kept.files[0].kind, 'cabas');

  const { id, image_id, additional_images } = await end();
  const sent = await act(id, 'relist', {
    image_ids: [String(additional_images[0].id), await upload('image', picture), String(image_id)],
    image_views: ['damage', 'odometer', ''],
    file_uploads: [await upload('document', PDF), await upload('document', PDF)],
    file_kinds: ['registration', 'inspection'],
  });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  assert.deepEqual(viewsOf(sent.body), ['damage', 'odometer', null]);
  assert.deepEqual(
    sent.body.files.map(({ kind }: { kind: string }) => kind),
    ['cabas', 'inspection', 'registration'],
  );
  const other = await end();
  const ids = [other.image_id, other.additional_images[0].id].map(String);
  assert.deepEqual(viewsOf((await act(other.id, 'relist', { image_ids: ids })).body), [
    'vin',
    'keys',
  ]);
  const last = await end();
  const behind = await act(last.id, 'relist', {
    image_uploads: [await upload('image', picture)],
    image_views: ['underbody'],
  });
  assert.deepEqual(viewsOf(behind.body), ['vin', 'keys', 'underbody']);
});

test('DMG-7, AUC-15 documents have a kind, come in its order, and keep it once the winner is notified', async () => {
  const id = await makeOpen({ categories: [category] });
  const add = async (name: string, kind?: string) =>
    (await send('POST', `/${id}/files`, { file: { name, content: PDF }, kind })).body;
  const other = await add('a.pdf');
  const registration = await add('b.pdf', 'registration');
  const cabas = await add('c.pdf', 'cabas');
  assert.deepEqual([other.kind, registration.kind], ['other', 'registration']);
  const idsOf = async () => (await see(manager, id)).files.map((file: { id: number }) => file.id);
  assert.deepEqual(await idsOf(), [cabas.id, registration.id, other.id]);
  const path = `${id}/files/${other.id}`;
  const changed = await call('PATCH', path, { kind: 'inspection' });
  assert.deepEqual([changed.status, changed.body.kind], [200, 'inspection']);
  assert.deepEqual(await idsOf(), [cabas.id, other.id, registration.id]);
  const { action, before, after: now } = (await historyOf(id)).at(-1);
  const known = { file_id: other.id, name: 'a.pdf' };
  assert.deepEqual(
    [action, before, now],
    ['change file', { ...known, kind: 'other' }, { ...known, kind: 'inspection' }],
  );
  assert.equal((await call('PATCH', `${id}/files/999999`, { kind: 'cabas' })).status, 404);
  assert.equal((await call('PATCH', path, { kind: 'pdf' })).status, 400);

  await ada.place(id, 1_000);
  await endAuctions(node, id);
  assert.equal((await call('PATCH', path, { kind: 'cabas' })).status, 200);
  assert.equal((await act(id, 'notify-winner')).status, 200);
  const late = await call('PATCH', path, { kind: 'other' });
  assert.deepEqual([late.status, late.body], [400, { kind: [LOCKED_WHEN_NOTIFIED] }]);
  assert.equal((await call('PATCH', path, { kind: 'cabas' })).status, 200, 'the same kind');
});
