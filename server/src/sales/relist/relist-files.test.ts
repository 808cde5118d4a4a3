import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { makeCategory, makeStaff } from '../../../test/factories.ts';
import { makePicture } from '../../../test/forms.ts';
import { makeSaleWorld } from '../../../test/sales/sale-world.ts';
import { openTestNode } from '../../../test/test-node.ts';

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const BYTES = { 'content-type': 'application/offset+octet-stream' };

const { node } = await openTestNode();

const world = await makeSaleWorld(node);
const cars = await makeCategory(node.context.pool.db);
const picture = await makePicture({ width: 320, height: 240 });

/** An auction that has ended, with two pictures and two documents. */
async function end(): Promise<number> {
  const { db, media } = { db: node.context.pool.db, media: node.context.media };
  const auction = await world.end({ categories: [cars] });
  for (const position of [0, 1]) {
    const key = await media.putDocument(picture);
    await db.insertInto('auction_images').values({ auction_id: auction, position, key }).execute();
  }
  for (const name of ['skador.pdf', 'service.pdf']) {
    const key = await media.putDocument(PDF);
    await db
      .insertInto('auction_files')
      .values({ auction_id: auction, name, key, size: PDF.length })
      .execute();
  }
  return auction;
}

async function upload(kind: string, content: Buffer, user = world.manager): Promise<string> {
  const file = { kind, name: 'ny.pdf', size: content.length };
  const { id } = (await node.call(user, 'POST', '/api/uploads', file)).body;
  const sent = await node.call(user, 'PATCH', `/api/uploads/${id}?offset=0`, content, BYTES);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  return id;
}

const relist = (auction: number, wanted: object) => world.act(auction, 'relist', wanted);

const keysOf = async (auction: number) => {
  const rows = await node.context.pool.db
    .selectFrom('auction_images')
    .select(['id', 'key'])
    .where('auction_id', '=', auction)
    .orderBy('position')
    .execute();
  return { ids: rows.map(({ id }) => id), keys: rows.map(({ key }) => key) };
};
const filesOf = async (auction: number) =>
  (await world.see(world.manager, auction)).files as { id: number; name: string }[];

test('RELIST-1, FORM-13 uploads come after copied files and can be used once', async () => {
  const was = await end();
  const { keys } = await keysOf(was);
  const [image, document] = [await upload('image', picture), await upload('document', PDF)];
  const { status, body } = await relist(was, {
    image_uploads: [image],
    file_uploads: [document],
  });
  assert.equal(status, 201, JSON.stringify(body));
  const made = await keysOf(body.id);
  assert.deepEqual(made.keys.slice(0, 2), keys);
  assert.equal(made.keys.length, 3);
  assert.deepEqual(
    (await filesOf(body.id)).map(({ name }) => name),
    ['skador.pdf', 'service.pdf', 'ny.pdf'],
  );
  assert.equal((await relist(await end(), { image_uploads: [image] })).status, 400);
});

test('RELIST-1, FORM-13 a colleague’s upload is refused, and nothing is stored', async () => {
  const was = await end();
  const colleague = await makeStaff(node.context.pool.db, world.company);
  const { status } = await relist(was, {
    image_uploads: [await upload('image', picture, colleague)],
  });
  assert.equal(status, 400);
  const { relisted_as, sale_status } = await world.see(world.manager, was);
  assert.deepEqual([relisted_as, sale_status], [null, 'pending']);
});

test('RELIST-1 only the named pictures and documents are copied, in the named order with new ones among them', async () => {
  const was = await end();
  const { ids, keys } = await keysOf(was);
  const image = await upload('image', picture);
  const [first, second] = await filesOf(was);
  const { status, body } = await relist(was, {
    image_ids: [String(ids[1]), image, String(ids[0])],
    file_ids: [String(second!.id)],
  });
  assert.equal(status, 201, JSON.stringify(body));
  const made = await keysOf(body.id);
  assert.deepEqual([made.keys[0], made.keys[2]], [keys[1], keys[0]]);
  assert.equal(made.keys.length, 3);
  assert.deepEqual(
    (await filesOf(body.id)).map(({ name }) => name),
    ['service.pdf'],
  );
  assert.ok(first);
  assert.equal((await filesOf(was)).length, 2, 'the predecessor keeps its files');
});

test('RELIST-1 an empty list copies none, and a file of another auction is refused', async () => {
  const was = await end();
  const other = await keysOf(await end());
  const foreign = await relist(was, { image_ids: [String(other.ids[0])] });
  assert.equal(foreign.status, 400, JSON.stringify(foreign.body));
  assert.equal((await relist(was, { image_ids: [randomUUID()] })).status, 400);
  assert.equal((await relist(was, { file_ids: ['999999999'] })).status, 400);
  const { status, body } = await relist(was, { image_ids: [''], file_ids: [] });
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual((await keysOf(body.id)).keys, []);
  assert.deepEqual(await filesOf(body.id), []);
});
