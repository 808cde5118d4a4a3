import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { endAuctions } from '../../../test/auctions/lists.ts';
import { type AuctionValues, makeCategory, makeStation } from '../../../test/factories.ts';
import { encodeForm, type Fields, formFrom } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { addressOf, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { sendFactsNews } from './notify-of-facts.ts';

const { node, db } = await openTestNode();

const { company, manager, ada, bo, makeOpen, see } = await makeSeller(node);
const category = await makeCategory(db);
const watcher = await makeStation(db, company);
const [adas, bos, watchers] = [
  await addressOf(node, ada.user_id),
  await addressOf(node, bo.user_id),
  await addressOf(node, watcher.user_id),
];

/** A running auction with bids of Ada and Bo, and a watcher. */
async function make(values: Partial<AuctionValues> = {}): Promise<number> {
  const id = await makeOpen({ categories: [category], ...values });
  await ada.place(id, 1_000);
  await bo.place(id, 2_000);
  const { status } = await node.call(watcher.user_id, 'POST', `/api/auctions/${id}/alert`);
  assert.ok(status < 300, String(status));
  await takeEmails(node);
  return id;
}

async function put(id: number, changes: Fields): Promise<void> {
  const values = { ...formFrom(await see(manager, id)), ...changes };
  const { body, headers } = await encodeForm(values);
  const { status } = await node.call(manager, 'PUT', `/api/auctions/${id}`, body, headers);
  assert.equal(status, 200);
}

/** The emails about changed facts, as receiver and first sentence. */
async function sent(): Promise<[string, string][]> {
  const emails = (await takeEmails(node)).filter(({ kind }) => kind === 'facts-changed');
  return emails
    .map(({ to, text }): [string, string] => [to, /har ändrat (.*) i auktion/.exec(text)![1]!])
    .sort();
}

const toAll = (what: string) =>
  [adas, bos, watchers].map((to): [string, string] => [to, what]).sort();

/** Lets an hour pass for the emails of an auction, and sends what is due. */
async function passAnHour(id: number): Promise<void> {
  await sql`update facts_news set due_at = due_at - interval '1 hour' where auction_id = ${id}`.execute(
    db,
  );
  assert.equal(await sendFactsNews(node.context), 0);
}

beforeEach(() => sql`delete from facts_news`.execute(db));

for (const hidden_bids of [false, true]) {
  test(`DMG-8 bidders and watchers get an email at once and one at the end of the hour, sealed ${hidden_bids}`, async () => {
    const id = await make({ hidden_bids });
    await put(id, { condition: '{"keys":1}' });
    assert.deepEqual(await sent(), toAll('”Skada och skick”'));
    await put(id, { description: 'Nyckel saknas.' });
    await put(id, { condition: '{"keys":2}', description: 'Båda nycklarna saknas.' });
    assert.deepEqual(await sent(), [], 'nothing for an hour');
    assert.equal(await sendFactsNews(node.context), 0);
    assert.deepEqual(await sent(), []);
    await passAnHour(id);
    assert.deepEqual(await sent(), toAll('”Skada och skick” och ”Beskrivning”'));
    await put(id, { description: '' });
    assert.deepEqual(await sent(), [], 'another hour has begun');
    await passAnHour(id);
    assert.deepEqual(await sent(), toAll('”Beskrivning”'));
    await passAnHour(id);
    assert.deepEqual(await sent(), []);
    await put(id, { description: 'Ny' });
    assert.deepEqual(await sent(), toAll('”Beskrivning”'), 'at once after a quiet hour');
  });
}

test('DMG-8 what was changed back within the hour is not sent', async () => {
  const id = await make();
  await put(id, { description: 'Ett' });
  await sent();
  await put(id, { description: 'Två', condition: '{"rolls":true}' });
  await put(id, { description: 'Ett' });
  await passAnHour(id);
  assert.deepEqual(await sent(), toAll('”Skada och skick”'));
});

test('DMG-8 other changes, equal values, upcoming and ended auctions send nothing', async () => {
  const id = await make();
  await put(id, { manufacturer: 'Saab', model: 'V70' });
  await put(id, { condition: '{}' });
  const upcoming = await makeOpen({ categories: [category], starts: 3_600 });
  await put(upcoming, { description: 'Ny', condition: '{"keys":1}' });
  await endAuctions(node, id);
  await takeEmails(node);
  await put(id, { description: 'Efter slutet' });
  assert.deepEqual(await sent(), []);
});

test('DMG-8 a change of the last hour is sent after the end; a removed bid and a deleted auction get nothing', async () => {
  const id = await make();
  assert.equal((await node.call(manager, 'DELETE', `/api/auctions/${id}/bids/2`)).status, 204);
  await put(id, { description: 'Ett' });
  assert.deepEqual(
    await sent(),
    [adas, watchers].map((to): [string, string] => [to, '”Beskrivning”']).sort(),
  );
  await put(id, { description: 'Två' });
  await endAuctions(node, id);
  await put(id, { description: 'Tre' });
  await passAnHour(id);
  assert.equal((await sent()).length, 2);
  const gone = await make();
  await put(gone, { description: 'Ett' });
  assert.equal((await node.call(manager, 'DELETE', `/api/auctions/${gone}`)).status, 204);
  assert.deepEqual(await sent(), []);
});

test('DMG-8 the email names what changed and no values, amounts or counts, and a watcher can unsubscribe', async () => {
  const id = await make();
  await put(id, { description: 'Växellådan är trasig.' });
  const emails = (await takeEmails(node)).filter(({ kind }) => kind === 'facts-changed');
  for (const email of emails) {
    assert.ok(!/Växellådan|[12]\s000|bud: |kr\b/.test(email.text), email.text);
    assert.match(email.text, new RegExp(`/auctions/${id}`));
    assert.equal(email.oneClickUrl !== undefined, email.to === watchers, email.to);
  }
  assert.equal(emails.length, 3);
});
