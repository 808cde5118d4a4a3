import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CONDITION } from '@restvarde/contract/auctions/condition';
import { endAuctions } from '../../../test/auctions/lists.ts';
import { makeCategory, makeStagingArea } from '../../../test/factories.ts';
import { encodeForm, type Fields, formFrom, newAuction } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode();

const { company, manager, ada, makeOpen, see, act } = await makeSeller(node);
const category = await makeCategory(db);
const place = await makeStagingArea(db, company);

const GIVEN = {
  ...NO_CONDITION,
  run_and_drive: 'starts',
  run_checked_on: '2026-01-02',
  rolls: true,
  keys: 1,
  primary_damage: 'front',
  panels: [{ panel: 'left_headlight', kind: 'broken', severity: 3, note: 'Fästet är av.' }],
};

const send = async (method: 'POST' | 'PUT', path: string, values: Fields) => {
  const { body, headers } = await encodeForm(values);
  return node.call(manager, method, `/api/auctions${path}`, body, headers);
};
const list = (changes: Fields) => send('POST', '', newAuction(category, place, changes));
const put = async (id: number, changes: Fields) =>
  send('PUT', `/${id}`, { ...formFrom(await see(manager, id)), ...changes });
const historyOf = async (id: number) =>
  (await node.call(manager, 'GET', `/api/auctions/${id}/history`)).body;

test('DMG-1, DMG-8 a condition is created, read by all who see the auction, kept and cleared', async () => {
  const made = await list({ condition: JSON.stringify(GIVEN) });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body;
  assert.deepEqual(made.body.condition, GIVEN);
  assert.deepEqual((await see(ada.user_id, id)).condition, GIVEN);
  const [card] = (await node.call(ada.user_id, 'GET', '/api/auctions')).body.results;
  assert.equal('condition' in card, false);
  assert.deepEqual([card.run_and_drive, card.primary_damage, card.keys], ['starts', 'front', 1]);

  const same = await put(id, { condition: undefined, manufacturer: 'Saab' });
  assert.deepEqual(same.body.condition, GIVEN, 'an absent field keeps its value');
  const part = await put(id, { condition: '{"keys":2}' });
  assert.deepEqual(part.body.condition, { ...NO_CONDITION, keys: 2 });
  for (const written of ['', 'null', '[]', 'nej']) {
    const { status, body } = await put(id, { condition: written });
    assert.deepEqual([status, body], [400, { condition: ['Ogiltigt värde.'] }], written);
  }
  assert.deepEqual((await put(id, { condition: '{}' })).body.condition, NO_CONDITION);
  assert.deepEqual((await list({})).body.condition, NO_CONDITION);
});

test('DMG-1, DMG-8 errors are at their path, also for a day in the future', async () => {
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const faults = await list({
    condition: JSON.stringify({ run_and_drive: 'drives', run_checked_on: later }),
  });
  const sentence = ['Datumet kan inte vara i framtiden'];
  assert.deepEqual(
    [faults.status, faults.body],
    [400, { condition: sentence, 'condition.run_checked_on': sentence }],
  );
  const panels = [{ panel: 'roof', kind: 'dent', severity: 9 }];
  const { status, body } = await list({ condition: JSON.stringify({ panels }) });
  assert.deepEqual(
    [status, Object.keys(body)],
    [400, ['condition', 'condition.panels.0.severity']],
  );
});

test('DMG-8, AUC-16 a change is in «Historik» with both values, and an equal value is not a change', async () => {
  const { id } = (await list({ condition: JSON.stringify(GIVEN) })).body;
  const { panels, ...rest } = GIVEN;
  const reordered = JSON.stringify({
    panels,
    ...Object.fromEntries(Object.entries(rest).reverse()),
  });
  assert.equal((await put(id, { condition: reordered })).status, 200);
  assert.deepEqual(
    (await historyOf(id)).map((entry: { action: string }) => entry.action),
    ['create'],
  );
  await put(id, { condition: '{"rolls":false}' });
  const [, change] = await historyOf(id);
  assert.deepEqual(
    [change.action, change.before, change.after],
    ['change', { condition: GIVEN }, { condition: { ...NO_CONDITION, rolls: false } }],
  );
});

test('DMG-8, AUC-15 a condition is free until the end, also after bids', async () => {
  const id = await makeOpen({ categories: [category] });
  await ada.place(id, 1_000);
  assert.equal((await put(id, { condition: '{"keys":2}' })).status, 200);
  await endAuctions(node, id);
  const { status, body } = await put(id, { condition: '{"keys":1}' });
  assert.deepEqual(
    [status, body],
    [400, { condition: ['Kan inte ändras när auktionen är avslutad.'] }],
  );
});

test('DMG-1, RELIST-2 a relisted object keeps its condition, or gets the one that is sent', async () => {
  const end = async () => {
    const id = await makeOpen({ categories: [category] });
    await put(id, { condition: JSON.stringify(GIVEN) });
    await endAuctions(node, id);
    return id;
  };
  assert.deepEqual((await act(await end(), 'relist')).body.condition, GIVEN);
  const changed = await act(await end(), 'relist', { condition: '{"keys":0}' });
  assert.deepEqual(changed.body.condition, { ...NO_CONDITION, keys: 0 });
});
