import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import sharp from 'sharp';
import { encodeForm, type Fields, makePicture } from '../../test/forms.ts';
import { makeTwoCompanies } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const LADDER: BidIncrement[] = [{ min_price: 0, max_price: 10_000, increment: 250 }];

const { node, db } = await openTestNode();

const { nord, admin } = await makeTwoCompanies(db);

const patch = (body: object) => node.call(admin, 'PATCH', '/api/company', body);
const sendForm = async (values: Fields) => {
  const { body, headers } = await encodeForm(values);
  return node.call(admin, 'PATCH', '/api/company', body, headers);
};

test('SET-1 a logo is sent as form data with the rest, and is not cropped', async () => {
  const logo = await makePicture({
    width: 1200,
    height: 300,
    extra: (image) => image.png(),
  });
  const { status, body } = await sendForm({
    logo: { name: 'logo.png', content: logo },
    phone: '08-3',
    auction_end_dt_incrementation: '4',
    bid_increment_intervals: JSON.stringify(LADDER),
  });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.phone, body.auction_end_dt_incrementation, body.bid_increment_intervals],
    ['08-3', 4, LADDER],
  );
  const picture = await node.app.inject({ url: body.logo });
  assert.equal(picture.headers['content-type'], 'image/webp');
  const { width, height } = await sharp(picture.rawPayload).metadata();
  assert.deepEqual([width, height], [480, 120]);
  const listed = await node.call(admin, 'GET', '/api/companies');
  assert.equal(listed.body.find(({ id }: { id: number }) => id === nord).logo, body.logo);

  const again = await sendForm({ logo: { name: 'ny.png', content: logo } });
  assert.notEqual(again.body.logo, body.logo);
  assert.equal((await node.app.inject({ url: body.logo })).statusCode, 404);
  assert.equal((await patch({ logo: again.body.logo })).body.logo, again.body.logo);
  assert.equal((await patch({ logo: null })).body.logo, null);
  assert.equal((await node.app.inject({ url: again.body.logo })).statusCode, 404);
});

test('API-2 a logo that is not a picture is a 415, one above 2 MB a 413', async () => {
  const text = await sendForm({ logo: { name: 'logo.png', content: 'hej' } });
  assert.equal(text.status, 415);
  assert.deepEqual(Object.keys(text.body), ['logo']);
  const big = await sendForm({
    logo: { name: 'logo.png', content: Buffer.alloc(2 * 1024 * 1024 + 1) },
  });
  assert.equal(big.status, 413);
  assert.deepEqual(big.body, { detail: 'Filen är för stor: högst 2 MB.' });
});
