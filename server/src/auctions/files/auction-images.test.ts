import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { IMAGES_PER_AUCTION } from '@restvarde/contract/media';
import sharp from 'sharp';
import { openPictureForms } from '../../../test/auctions/picture-forms.ts';
import { makeCompany, makeStaff } from '../../../test/factories.ts';
import { makePicture } from '../../../test/forms.ts';
import { openTestNode } from '../../../test/test-node.ts';

const SIZES = ['card', 'card_2x', 'detail', 'detail_2x', 'large', 'thumb', 'thumb_2x'];

let auction: number;

const { node, db } = await openTestNode();

const { manager, makeOpen, jpeg, create, add, kept } = await openPictureForms(node);
const outsider = await makeStaff(db, await makeCompany(db));
beforeEach(async () => {
  auction = await makeOpen();
});

const read = async () => (await node.call(manager, 'GET', `/api/auctions/${auction}`)).body;
const fetchPicture = (url: string) => node.app.inject({ url });

test('MEDIA-1, FORM-4 pictures are sent with the form: the main one first, each in every size', async () => {
  const second = { name: 'B.PNG', content: await makePicture({ extra: (one) => one.png() }) };
  const { status, body } = await create({ images: [second, jpeg], image: jpeg });
  assert.equal(status, 201);
  assert.equal(body.image, body.sizes.detail);
  assert.equal(body.thumb, body.sizes.thumb);
  assert.equal(body.additional_images.length, 2);
  assert.deepEqual(Object.keys(body.sizes).sort(), SIZES);
  for (const [variant, size] of [
    ['card', [333, 250]],
    ['card_2x', [666, 500]],
    ['detail', [680, 442]],
    ['detail_2x', [1360, 884]],
  ] as const) {
    const { width, height } = await sharp(
      (await fetchPicture(body.sizes[variant])).rawPayload,
    ).metadata();
    assert.deepEqual([width, height], size);
  }
  const larges = [
    body.sizes.large,
    ...body.additional_images.map((one: { sizes: { large: string } }) => one.sizes.large),
  ];
  const widths = [];
  for (const url of larges) {
    widths.push((await sharp((await fetchPicture(url)).rawPayload).metadata()).width);
  }
  assert.deepEqual(widths, [320, 1600, 320]);
});

test('FORM-5 a picture is added after the others, and removed with its files', async () => {
  const first = await add(auction, jpeg);
  assert.equal(first.status, 201);
  assert.deepEqual(Object.keys(first.body).sort(), ['id', 'image', 'sizes', 'thumb', 'view']);
  const second = await add(auction, jpeg);
  let page = await read();
  assert.equal(page.image_id, first.body.id);
  assert.deepEqual(
    page.additional_images.map(({ id }: { id: number }) => id),
    [second.body.id],
  );
  const url = `/api/auctions/${auction}/images/${first.body.id}`;
  assert.equal((await node.call(manager, 'DELETE', url)).status, 204);
  page = await read();
  assert.deepEqual([page.image_id, page.additional_images], [second.body.id, []]);
  assert.equal((await fetchPicture(first.body.image)).statusCode, 404);
  assert.equal((await fetchPicture(second.body.image)).statusCode, 200);
  assert.equal((await node.call(manager, 'DELETE', url)).status, 404);
});

const order = (image_ids: unknown, user = manager) =>
  node.call(user, 'PATCH', `/api/auctions/${auction}/images`, { image_ids });
const shown = (page: { image_id: number; additional_images: { id: number }[] }) => [
  page.image_id,
  ...page.additional_images.map(({ id }) => id),
];

test('FORM-5, AUC-16 pictures are ordered as named, the rest follow, and the change is logged', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 4; count++) ids.push((await add(auction, jpeg)).body.id);
  const [a, b, c, d] = ids;
  const sorted = await order([c, 2_000_000_000, c, a]);
  assert.equal(sorted.status, 200);
  assert.deepEqual(shown(sorted.body), [c, a, b, d]);
  assert.deepEqual(shown(await read()), [c, a, b, d]);
  assert.deepEqual(shown((await order([c, a])).body), [c, a, b, d]);
  const last = (await add(auction, jpeg)).body.id;
  assert.deepEqual(shown((await order([d])).body), [d, c, a, b, last]);
  const log = await db
    .selectFrom('audit_log')
    .select(['user_id', 'before', 'after'])
    .where('auction_id', '=', auction)
    .where('action', '=', 'order images')
    .orderBy('id')
    .execute();
  assert.deepEqual(log, [
    { user_id: manager, before: { image_ids: ids }, after: { image_ids: [c, a, b, d] } },
    {
      user_id: manager,
      before: { image_ids: [c, a, b, d, last] },
      after: { image_ids: [d, c, a, b, last] },
    },
  ]);
});

test('FORM-5, ROLE-14 an invalid order and an outsider’s order are refused', async () => {
  const first = (await add(auction, jpeg)).body.id;
  const second = (await add(auction, jpeg)).body.id;
  assert.equal((await order([second], outsider)).status, 404);
  for (const bad of [undefined, null, 'x', [String(second)], [1.5], Array(41).fill(second)]) {
    const { status, body } = await order(bad);
    assert.equal(status, 400, JSON.stringify(bad));
    assert.ok(body.image_ids, JSON.stringify(body));
  }
  assert.deepEqual(shown(await read()), [first, second]);
});

test('AUC-16 adding and removing a picture is logged', async () => {
  const { body } = await add(auction, jpeg);
  await node.call(manager, 'DELETE', `/api/auctions/${auction}/images/${body.id}`);
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'before', 'after'])
    .where('auction_id', '=', auction)
    .orderBy('id')
    .execute();
  assert.deepEqual(log, [
    { action: 'add image', user_id: manager, before: null, after: { image_id: body.id } },
    { action: 'remove image', user_id: manager, before: { image_id: body.id }, after: null },
  ]);
});

test('ROLE-14 pictures of other companies’ auctions cannot be added or removed', async () => {
  const { body } = await add(auction, jpeg);
  const other = await makeOpen();
  const before = await kept();
  assert.equal((await add(auction, jpeg, outsider)).status, 404);
  assert.equal((await add(2_000_000_000, jpeg)).status, 404);
  for (const [user, url] of [
    [outsider, `/api/auctions/${auction}/images/${body.id}`],
    [manager, `/api/auctions/${other}/images/${body.id}`],
  ] as const) {
    assert.equal((await node.call(user, 'DELETE', url)).status, 404);
  }
  assert.deepEqual(await kept(), before);
});

test('MEDIA-1 an auction has at most forty pictures, also with concurrent uploads', async () => {
  await db
    .insertInto('auction_images')
    .values(
      Array.from({ length: IMAGES_PER_AUCTION - 1 }, (_, position) => ({
        auction_id: auction,
        position,
        key: `i${String(auction * 100 + position).padStart(32, '0')}`,
      })),
    )
    .execute();
  const answers = await Promise.all([add(auction, jpeg), add(auction, jpeg), add(auction, jpeg)]);
  const refused = answers.filter(({ status }) => status !== 201);
  assert.equal(refused.length, 2);
  for (const { status, body } of refused) {
    assert.deepEqual([status, body], [400, { image: ['En auktion kan ha högst 40 bilder.'] }]);
  }
  assert.equal((await read()).additional_images.length, IMAGES_PER_AUCTION - 1);
});
