import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PendingUpload } from '@restvarde/contract/uploads';
import { ApiError } from '../../base/api/api-error.ts';
import { type PieceCalls, sendInPieces } from './send-in-pieces.ts';

const KB = 1024;
const file = new File([new Uint8Array(1_200 * KB)], 'fram.jpg');

/** A server that stores what it receives. `faults` lists the errors of each call. */
function openServer(faults: Record<string, (ApiError | 'lost answer')[]> = {}) {
  const log: string[] = [];
  const uploads = new Map<string, PendingUpload>();
  const fault = (call: string) => faults[call]?.shift();
  const of = (id: string) => {
    const found = uploads.get(id);
    if (!found) throw new ApiError(404, null);
    return found;
  };
  const calls: PieceCalls = {
    async start({ kind, name, size }) {
      const id = `u${uploads.size + 1}`;
      log.push(`start ${name}`);
      const begun = { id, kind, name, size, offset: 0, is_complete: false };
      uploads.set(id, begun);
      return begun;
    },
    async read(id) {
      log.push('read');
      return { ...of(id) };
    },
    async send(id, offset, bytes, { onProgress }) {
      log.push(`send ${offset / KB}`);
      const wrong = fault('send');
      if (wrong instanceof ApiError) throw wrong;
      const found = of(id);
      if (offset !== found.offset) throw new ApiError(409, { offset: found.offset });
      onProgress(0.5);
      found.offset += bytes.size;
      found.is_complete = found.offset === found.size;
      if (wrong === 'lost answer') throw new ApiError(0, null);
      return { ...found };
    },
    sleep: async (milliseconds) => void log.push(`sleep ${milliseconds}`),
  };
  return { calls, log, uploads };
}

function sending(upload_id: string | null = null) {
  const shown: number[] = [];
  const waited: boolean[] = [];
  const breaking = new AbortController();
  return {
    shown,
    waited,
    breaking,
    input: {
      upload_id,
      signal: breaking.signal,
      onStart: () => {},
      onProgress: (progress: number) => shown.push(Math.round(progress * 100)),
      onWaiting: (is_waiting: boolean) => waited.push(is_waiting),
    },
  };
}

test('FORM-13 a file is sent in chunks, with progress', async () => {
  const { calls, log } = openServer();
  const { input, shown } = sending();
  await sendInPieces(calls)(file, 'image', input);
  assert.deepEqual(log, ['start fram.jpg', 'send 0', 'send 512', 'send 1024']);
  assert.deepEqual(shown, [0, 21, 43, 64, 85, 93, 100]);
});

test('FORM-13 after a lost connection an upload resumes, whether the chunk or its answer was lost', async () => {
  const { calls, log } = openServer({ send: [new ApiError(0, null), 'lost answer'] });
  const { input, waited } = sending();
  await sendInPieces(calls)(file, 'image', input);
  assert.deepEqual(log.slice(1), [
    ...['send 0', 'sleep 1000', 'read'],
    ...['send 0', 'sleep 2000', 'read'],
    ...['send 512', 'send 1024'],
  ]);
  assert.deepEqual(waited.slice(0, 3), [false, true, true]);
  assert.equal(waited.at(-1), false);
});

test('FORM-13 a retry resumes an aborted upload and restarts an expired one', async () => {
  const { calls, log, uploads } = openServer();
  const { input, breaking } = sending();
  const stopped = sendInPieces(calls)(file, 'image', {
    ...input,
    onProgress: (progress) => progress > 0.4 && breaking.abort(new Error('broken off')),
  });
  await assert.rejects(stopped, /broken off/);
  assert.equal(uploads.get('u1')?.offset, 512 * KB);
  log.length = 0;
  await sendInPieces(calls)(file, 'image', sending('u1').input);
  assert.deepEqual(log, ['read', 'send 512', 'send 1024']);

  uploads.delete('u1');
  log.length = 0;
  await sendInPieces(calls)(file, 'image', sending('u1').input);
  assert.deepEqual(log.slice(0, 4), ['read', 'sleep 0', 'start fram.jpg', 'send 0']);
});

test('FORM-13 a refused upload is not retried, and a lasting connection loss is reported', async () => {
  const refused = openServer({ send: [new ApiError(415, { image: ['Ingen bild.'] })] });
  await assert.rejects(sendInPieces(refused.calls)(file, 'image', sending().input), /Ingen bild\./);
  assert.equal(refused.log.length, 2);
  const away = openServer({ send: Array(20).fill(new ApiError(0, null)) });
  await assert.rejects(sendInPieces(away.calls)(file, 'image', sending().input), ApiError);
  assert.equal(away.log.filter((what) => what.startsWith('send')).length, 8);
});
