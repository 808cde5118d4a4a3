import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../server/test/test-database.ts';
import { breachesOf, type FeedHistory, runFeed } from './feed-run.ts';

const NONE = { lost: [], doubled: [], wrong: [] };

test('FEED-3, FORM-10 no auction is lost or duplicated by two concurrent PUTs for each of 200 ids while nodes are killed', async () => {
  const database = await createTestDatabase();
  try {
    const { history, kills } = await runFeed({
      databaseUrl: database.appUrl,
      ...{ ids: 200, kills: 2, rounds: 1, calls_per_round: 40 },
    });
    assert.deepEqual(breachesOf(history), NONE);
    assert.equal(history.stored.length, 200 + 40);
    const cut = history.answers.filter(({ status }) => status === null);
    assert.ok(cut.length >= kills, 'each kill cut off a call');
    assertFindsFaults(history);
  } finally {
    await database.drop();
  }
});

/** Each kind of fault is found in a copy of the history that has it. */
function assertFindsFaults(history: FeedHistory): void {
  const { stored, answers } = history;
  const named = stored.find(({ external_id }) => external_id === 'SK-7')!;
  const withStored = (change: Partial<typeof named>) => ({
    stored: stored.map((one) => (one === named ? { ...one, ...change } : one)),
  });
  const answered = (change: Partial<(typeof answers)[0]>) => ({
    answers: [...answers, { external_id: 'SK-7', status: 200, auction: named.id, ...change }],
  });
  const faults: [keyof typeof NONE, Partial<FeedHistory>][] = [
    ['lost', { stored: stored.filter((one) => one !== named) }],
    ['lost', withStored({ model: '' })],
    ['lost', withStored({ description: '' })],
    ['lost', { posted: [...history.posted, 0] }],
    ['doubled', { stored: [...stored, named] }],
    ['doubled', { stored: [...stored, { ...named, external_id: null }] }],
    ['doubled', withStored({ creations: 2 })],
    ['doubled', withStored({ changes: 2 })],
    ['wrong', withStored({ number: 'en annan' })],
    ['wrong', answered({ status: 201 })],
    ['wrong', answered({ status: 400 })],
    ['wrong', answered({ auction: 0 })],
    ['wrong', { answers: answers.filter(({ external_id }) => external_id !== 'SK-7') }],
  ];
  for (const [kind, fault] of faults)
    assert.notDeepEqual(breachesOf({ ...history, ...fault })[kind], [], JSON.stringify(fault));
}
