import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { countStatements } from '../../../test/count-statements.ts';
import { keyOf, makePicture } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { takeEmails } from '../../../test/sent-emails.ts';
import { startTestNode } from '../../../test/test-node.ts';
import { renderJob } from '../../email/emails.ts';

const node = await startTestNode();
const { media, pool } = node.context;
const { db } = pool;
after(async () => {
  media.stop();
  await node.stop();
});

const { company, manager, ada, bo, makeOpen } = await makeSeller(node, { name: 'Nordsäkring' });

const showPicture = async (auction_id: number, key: string) =>
  db.insertInto('auction_images').values({ auction_id, position: 0, key }).execute();

/** Returns the email to the station that lost the lead. */
async function outbid(auction: number) {
  await ada.bid(auction, 100);
  await takeEmails(node);
  await bo.bid(auction, 200);
  const { notifyOfBids } = await import('../../bids/notify-of-bids.ts');
  await notifyOfBids(node.context);
  const emails = await takeEmails(node);
  return emails.find(({ kind }) => kind === 'outbid')!;
}

test('MAIL-6 an email about an auction has the seller’s logo and name and the object’s picture, attached inline', async () => {
  const logo_key = await keyOf(
    media.putLogo(await makePicture({ width: 600, height: 200 }), manager),
  );
  await db.updateTable('companies').set({ logo_key }).where('id', '=', company).execute();
  const auction = await makeOpen();
  await showPicture(auction, (await keyOf(media.putImage(await makePicture(), manager)))!);
  const { html, text, pictures = [] } = await outbid(auction);
  assert.match(html, /<img src="cid:logo" alt="" height="32"/);
  assert.match(html, /<img src="cid:cover" alt="Bild på [^"]+" width="536"/);
  assert.match(html, /Lägg nytt bud/);
  assert.match(text, /^Nordsäkring via Restvärde\n/);
  assert.deepEqual(
    pictures.map(({ cid, contentType }) => [cid, contentType]),
    [
      ['logo', 'image/png'],
      ['cover', 'image/jpeg'],
    ],
  );
  const [logo, cover] = await Promise.all(pictures.map(({ content }) => sharp(content).metadata()));
  assert.deepEqual([logo!.format, logo!.height], ['png', 64]);
  assert.deepEqual([cover!.format, cover!.width, cover!.height], ['jpeg', 536, 402]);
  assert.ok(pictures[1]!.content.length < 60_000);
});

test('MAIL-6 an email is sent without its picture if the picture is unavailable', async () => {
  await db.updateTable('companies').set({ logo_key: null }).where('id', '=', company).execute();
  const auction = await makeOpen();
  await showPicture(auction, `i${'0'.repeat(32)}`);
  const email = await outbid(auction);
  assert.doesNotMatch(email.html, /<img/);
  assert.equal(email.pictures, undefined);
  assert.match(email.text, /^Nordsäkring via Restvärde\n/);
});

test('MAIL-6 one statement reads the facts of an email to a station, including those of its letterhead', async () => {
  const job = {
    kind: 'new-object',
    auction_id: await makeOpen(),
    service_station_id: ada.id,
  } as const;
  const statements = await countStatements(pool, async () => {
    const email = await renderJob(node.context, job, '');
    assert.match(email!.text, /^Nordsäkring via Restvärde\n/);
  });
  assert.equal(statements.length, 1);
});
