import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import {
  allowedIn,
  CHANGES,
  type Changeable,
  FILES_KEPT,
  IMAGES_LOCKED,
  LOCKED_AFTER_BID,
  lockSentence,
} from '@restvarde/contract/auctions/auction-locks';
import { IMAGES_PER_AUCTION } from '@restvarde/contract/media';
import { isOver, SALE_PHASES, type SalePhase } from '@restvarde/contract/sale/sale-phase';
import { makeCategory, makeStagingArea } from '../../../test/factories.ts';
import { encodeForm, type Fields, formFrom, localTime, makePicture } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';

// Which fields can be changed in which phase, tested with every call that changes something.

const { node, db } = await openTestNode();

const { company, manager, ada: bidder, bo: rival, makeOpen } = await makeSeller(node);
const categories = [await makeCategory(db), await makeCategory(db), await makeCategory(db)];
const place = await makeStagingArea(db, company);
const image = { name: 'bil.jpg', content: await makePicture({ width: 64, height: 48 }) };

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const answer = await node.call(manager, method, `/api/auctions/${path}`, body);
  return answer;
};
const send = async (method: 'POST' | 'PUT', path: string, form: Fields) => {
  const { body, headers } = await encodeForm(form);
  return node.call(manager, method, `/api/auctions/${path}`, body, headers);
};
const read = async (id: number) => (await call('GET', `${id}`)).body;
const put = async (id: number, changes: Fields) =>
  send('PUT', `${id}`, { ...formFrom(await read(id)), ...changes });
const pdf = { name: 'Besiktning.pdf', content: '%PDF-1.7' };

/** Creates an auction and brings it to a phase. With files it has two pictures and a document from the start. */
async function bringTo(phase: SalePhase, hasFiles = false): Promise<number> {
  const id = await makeOpen({
    ...{ start_bid: 1_000, reservation_price: 5_000, is_global: true },
    categories: categories.slice(0, 2),
    ...(phase === 'upcoming' && { starts: 3_600 }),
  });
  if (hasFiles) {
    for (let count = 0; count < 2; count++)
      assert.equal((await send('POST', `${id}/images`, { image })).status, 201);
    assert.equal((await send('POST', `${id}/files`, { file: pdf })).status, 201);
  }
  if (phase === 'upcoming' || phase === 'running') return id;
  await bidder.place(id, 1_000);
  if (phase === 'bid_on') return id;
  await call('POST', `${id}/cancel`);
  assert.equal((await call('POST', `${id}/bids/1/select-winner`, {})).status, 200);
  if (phase === 'ended') return id;
  assert.equal((await call('POST', `${id}/notify-winner`)).status, 200);
  if (phase === 'sold') return id;
  const handed = { collected_by: 'Kim Åkesson', reason: 'Telefonen var död' };
  assert.equal((await call('POST', `${id}/collection/hand-over`, handed)).status, 200);
  return id;
}

/** Another value for each field; where the table has a limit, a value beyond it. */
const against = (phase: SalePhase) =>
  ({
    category_ids: [categories[1]!, categories[2]!],
    manufacturer: 'Saab',
    model: 'V70',
    model_year: '2020',
    mileage: '7',
    registration_number: 'XYZ987',
    chassis_number: 'YV1AAAAAAAA123456',
    description: 'Nyckel saknas.',
    claim_number: 'S-2026-17',
    condition: '{"keys":1}',
    damage_condition: 'DISASSEMBLY',
    staging_area: place,
    staging_area_name: 'Kumla',
    is_global: '0',
    hidden_bids: '1',
    hidden_reservation_price: '1',
    start_bid: 900,
    reservation_price: 5_001,
    // The lock is checked before other errors, such as a start in the past.
    start_dt: localTime(isOver(phase) ? -30 : 30),
    end_dt: localTime(300),
  }) satisfies Record<Exclude<keyof AuctionForm, 'relist_dismantling'>, unknown>;
/** The same values, but within the limits. */
const within = () => ({
  category_ids: categories,
  reservation_price: 4_000,
  end_dt: localTime(3 * 24 * 60),
});

for (const phase of SALE_PHASES) {
  test(`AUC-15 every field of the form is free or locked as in the table: ${phase}`, async () => {
    const id = await bringTo(phase);
    assert.equal((await read(id)).sale_phase, phase);
    const sentence = lockSentence(phase);
    for (const [field, value] of Object.entries(against(phase))) {
      const isFree = allowedIn(phase, field as Changeable) === 'free';
      const auction = isFree ? await bringTo(phase) : id;
      const { status, body } = await put(auction, { [field]: value });
      if (isFree) assert.equal(status, 200, `${field}: ${JSON.stringify(body)}`);
      else assert.deepEqual([status, body[field]], [400, [sentence]], field);
    }
    for (const [field, value] of Object.entries(within())) {
      const isLocked = allowedIn(phase, field as Changeable) === 'locked';
      const { status, body } = await put(id, { [field]: value });
      if (isLocked) assert.deepEqual([status, body], [400, { [field]: [sentence] }], field);
      else assert.equal(status, 200, `${field}: ${JSON.stringify(body)}`);
    }
  });

  test(`AUC-15, FORM-5, DATA-2 pictures and documents are free or locked as in the table: ${phase}`, async () => {
    const id = await bringTo(phase, true);
    const was = await read(id);
    const [first, second] = [was.image_id, was.additional_images[0].id];
    const locked = <T>(what: Changeable, error: object, status: T) =>
      allowedIn(phase, what) === 'locked' ? [400, error] : [status, undefined];
    const answerOf = ({ status, body }: { status: number; body: unknown }) =>
      status === 400 ? [status, body] : [status, undefined];

    const added = await send('POST', `${id}/images`, { image });
    assert.deepEqual(answerOf(added), locked('images', { image: [IMAGES_LOCKED] }, 201));
    const replaced = await put(id, { image });
    assert.deepEqual(answerOf(replaced), locked('images', { image: [IMAGES_LOCKED] }, 200));
    const same = (await read(id)).image_id;
    const unmoved = await call('PATCH', `${id}/images`, { image_ids: [same] });
    assert.equal(unmoved.status, 200, 'the current order');
    const moved = await call('PATCH', `${id}/images`, { image_ids: [second, first] });
    assert.deepEqual(answerOf(moved), locked('images', { detail: IMAGES_LOCKED }, 200));
    const removed = await call('DELETE', `${id}/images/${first}`);
    assert.deepEqual(answerOf(removed), locked('images', { detail: IMAGES_LOCKED }, 204));
    assert.equal((await call('DELETE', `${id}/images/999999`)).status, 404);

    const dropped = await call('DELETE', `${id}/files/${was.files[0].id}`);
    assert.deepEqual(answerOf(dropped), locked('remove_file', { detail: FILES_KEPT }, 204));
    assert.equal((await send('POST', `${id}/files`, { file: pdf })).status, 201);
    const now = await read(id);
    if (CHANGES.images[SALE_PHASES.indexOf(phase)] === 'locked') {
      assert.deepEqual([now.image_id, now.additional_images.length], [first, 1]);
      const { status } = await node.call(null, 'GET', now.image);
      assert.equal(status, 200, 'the picture itself is visible too');
    }
  });
}

test('AUC-15, AUC-9 fields locked by a bid stay locked after the bid is removed', async () => {
  const id = await bringTo('bid_on');
  assert.equal((await call('DELETE', `${id}/bids/1`)).status, 204);
  assert.deepEqual([(await read(id)).bid_count, (await read(id)).sale_phase], [0, 'bid_on']);
  for (const changes of [
    { start_bid: 2_000 },
    { hidden_bids: '1' },
    { registration_number: 'XYZ987' },
    { category_ids: [categories[0]!] },
  ]) {
    const { status, body } = await put(id, changes);
    assert.deepEqual([status, body], [400, { [Object.keys(changes)[0]!]: [LOCKED_AFTER_BID] }]);
  }
});

test('DATA-2, AUC-8 the content of a sold auction stays locked after the winner is withdrawn', async () => {
  const id = await bringTo('bid_on', true);
  await rival.place(id, 1_100);
  await call('POST', `${id}/cancel`);
  await call('POST', `${id}/bids/2/select-winner`, {});
  await call('POST', `${id}/notify-winner`);
  const other = await call('POST', `${id}/bids/1/select-winner`, { reason: 'Hämtar inte.' });
  assert.equal(other.body.has_notified_winner, false);
  const { files, sale_phase } = await read(id);
  assert.equal(sale_phase, 'sold');
  const { status, body } = await call('DELETE', `${id}/files/${files[0].id}`);
  assert.deepEqual([status, body], [400, { detail: FILES_KEPT }]);
});

test('AUC-13 a station does not see the phase of the sale', async () => {
  const id = await bringTo('bid_on');
  const { body } = await node.call(rival.user_id, 'GET', `/api/auctions/${id}`);
  assert.equal(body.sale_phase, null);
  for (const hidden of ['has_had_bids', 'was_sold', 'closed_at']) assert.ok(!(hidden in body));
});

test('MEDIA-1 a picture sent with a changed form counts towards the forty', async () => {
  const id = await makeOpen({ categories });
  await db
    .insertInto('auction_images')
    .values(
      Array.from({ length: IMAGES_PER_AUCTION - 1 }, (_, position) => ({
        auction_id: id,
        position,
        key: `i${String(id * 100 + position).padStart(32, '0')}`,
      })),
    )
    .execute();
  const full = [400, { image: ['En auktion kan ha högst 40 bilder.'] }];
  const two = await put(id, {
    image: [image, image],
  });
  assert.deepEqual([two.status, two.body], full);
  assert.equal((await put(id, { image })).status, 200);
  const answers = await Promise.all([
    put(id, { image, description: 'Ny' }),
    send('POST', `${id}/images`, { image }),
  ]);
  for (const { status, body } of answers) assert.deepEqual([status, body], full);
  const now = await read(id);
  assert.deepEqual([now.additional_images.length, now.description], [IMAGES_PER_AUCTION - 1, '']);
});
