import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../base/api/api-error.ts';
import type { FilePreview } from '../../../ui/files/file-preview.ts';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';
import type { FileStore } from './file-store.ts';
import type { Sending, UploadTarget } from './send-in-pieces.ts';
import { UploadQueue } from './upload-queue.ts';

const JPG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const picture = (name: string) => new File([JPG], name, { type: 'image/jpeg' });
const document = (name: string) => new File(['text'], name, { type: 'application/pdf' });

/** A server that stores what it receives, and answers when the test says so. */
function openServer() {
  const kept: string[] = [];
  const waiting = new Map<string, Sending & { answer: (result: number | Error) => void }>();
  const ids = new Map<string, number>();
  const uploads: UploadTarget = {
    send: (file, _kind, sending) =>
      new Promise((resolve, reject) => {
        sending.onStart(file.name);
        sending.signal.addEventListener('abort', () => {
          waiting.delete(file.name);
          reject(sending.signal.reason);
        });
        const answer = (result: number | Error) => {
          waiting.delete(file.name);
          if (result instanceof Error) return reject(result);
          kept.push(`upload ${file.name}`);
          ids.set(file.name, result);
          resolve();
        };
        waiting.set(file.name, { ...sending, answer });
      }),
    discard: (upload_id) => void kept.push(`discard ${upload_id}`),
  };
  const store: FileStore = {
    async add(upload_id) {
      kept.push(`add ${upload_id}`);
      return ids.get(upload_id)!;
    },
    remove: async (id) => void kept.push(`remove ${id}`),
    order: async (order) => void kept.push(`order ${order}`),
  };
  const of = async (name: string) => {
    while (!waiting.has(name)) await new Promise(setImmediate);
    return waiting.get(name)!;
  };
  return { uploads, store, kept, of, waiting };
}

function openQueue(kind = PICTURES, already: FilePreview[] = []) {
  const { uploads, store, ...rest } = openServer();
  const undos: (() => void)[] = [];
  const queue = new UploadQueue({
    kind,
    stored: already,
    uploads,
    storeOf: () => store,
    onRemove(_file, undo) {
      undos.push(undo);
      return () => {};
    },
  });
  const shown = () => queue.files.map(({ preview: { name, status } }) => `${name} ${status}`);
  const idOf = (name: string) =>
    queue.files.find(({ preview }) => preview.name === name)!.preview.id;
  return { queue, shown, idOf, undos, ...rest };
}

const stored = (id: number): FilePreview => ({
  id: String(id),
  name: `Bild ${id}`,
  type: 'image',
  src: null,
  status: 'has-valid',
});

test('FORM-13 a file is uploaded when chosen, and a failure affects no other file and can be retried', async () => {
  const { queue, shown, idOf, kept, of } = openQueue();
  queue.add([picture('a.jpg'), picture('b.jpg')]);
  (await of('a.jpg')).onProgress(0.5);
  assert.equal(queue.files[0]?.preview.progress, 0.5);
  (await of('b.jpg')).answer(new ApiError(415, { image: ['Bilden är trasig.'] }));
  (await of('a.jpg')).answer(7);
  assert.equal(await queue.whenIdle(), false);
  assert.deepEqual(shown(), ['a.jpg has-valid', 'b.jpg failed']);
  assert.deepEqual(
    queue.faults.map(({ message }) => message),
    ['b.jpg: Bilden är trasig.'],
  );
  queue.retry(idOf('b.jpg'));
  (await of('b.jpg')).answer(8);
  assert.equal(await queue.whenIdle(), true);
  assert.deepEqual(queue.uploaded, ['a.jpg', 'b.jpg']);
  assert.deepEqual(kept, ['upload a.jpg', 'upload b.jpg']);
});

test('FORM-13 three files upload at a time in order, and saving waits for them', async () => {
  const { queue, kept, of, waiting } = openQueue(DOCUMENTS);
  queue.add(['a', 'b', 'c', 'd'].map((name) => document(`${name}.pdf`)));
  await of('c.pdf');
  assert.deepEqual([...waiting.keys()], ['a.pdf', 'b.pdf', 'c.pdf']);
  const sending = queue.send(1);
  (await of('c.pdf')).answer(3);
  (await of('d.pdf')).answer(4);
  (await of('b.pdf')).answer(2);
  assert.deepEqual(kept, ['upload c.pdf', 'upload d.pdf', 'upload b.pdf']);
  (await of('a.pdf')).answer(1);
  assert.equal(await sending, true);
  assert.deepEqual(kept.slice(4), ['add a.pdf', 'add b.pdf', 'add c.pdf', 'add d.pdf']);
  assert.equal(queue.isAhead, false);
});

test('FORM-4, FORM-13 a waiting file can be removed, and restored once', async () => {
  const { queue, shown, idOf, of, undos } = openQueue(DOCUMENTS);
  queue.add(['a', 'b', 'c', 'd'].map((name) => document(`${name}.pdf`)));
  await of('c.pdf');
  queue.remove(idOf('d.pdf'));
  assert.equal(queue.files.length, 3);
  undos[0]!();
  assert.equal(shown().at(-1), 'd.pdf uploading');
  assert.equal(new Set(queue.files.map(({ preview }) => preview.id)).size, 4);
  queue.stop();
  assert.equal(await queue.whenIdle(), false);
});

test('FORM-13 a cancelled upload stays in the list and can resume; a removed one is discarded', async () => {
  const { queue, shown, idOf, kept, of, undos } = openQueue(DOCUMENTS);
  queue.add([document('a.pdf')]);
  await of('a.pdf');
  queue.cancel(idOf('a.pdf'));
  assert.equal(await queue.whenIdle(), false);
  assert.deepEqual(shown(), ['a.pdf failed']);
  assert.equal(queue.files[0]?.preview.error, 'Avbruten');
  queue.remove(idOf('a.pdf'));
  assert.deepEqual(kept, ['discard a.pdf']);
  undos[0]!();
  (await of('a.pdf')).answer(1);
  assert.equal(await queue.whenIdle(), true);
  assert.deepEqual(queue.uploaded, ['a.pdf']);
});

test('FORM-13 an expired upload is sent again', async () => {
  const { queue, kept, of } = openQueue(DOCUMENTS);
  queue.add([document('a.pdf')]);
  (await of('a.pdf')).answer(1);
  await queue.whenIdle();
  queue.uploadAgain();
  assert.deepEqual(queue.uploaded, []);
  (await of('a.pdf')).answer(2);
  await queue.whenIdle();
  assert.deepEqual(kept, ['upload a.pdf', 'upload a.pdf']);
});

test('FORM-4 a file that is no picture leaves the list, which says why', async () => {
  const { queue, shown, of } = openQueue();
  queue.add([new File(['text'], 'a.jpg', { type: 'image/jpeg' }), picture('b.jpg')]);
  (await of('b.jpg')).answer(1);
  await queue.whenIdle();
  assert.deepEqual(shown(), ['b.jpg has-valid']);
  assert.match(queue.error ?? '', /a\.jpg: Filen är ingen bild/);
});

test('FORM-4 each refused file has its own line', async () => {
  const { queue } = openQueue();
  queue.add([new File(['text'], 'b.txt', { type: 'text/plain' })]);
  await queue.whenIdle();
  assert.match(queue.error ?? '', /^b\.txt: .+$/);
  queue.add([new File([], 'c.jpg'), new File([], 'd.jpg')]);
  assert.match(queue.error ?? '', /^c\.jpg: .+\nd\.jpg: .+$/);
});

test('FORM-5 removals and moves are sent when saving, unless undone before', async () => {
  const { queue, undos, kept } = openQueue(PICTURES, [stored(1), stored(2), stored(3)]);
  queue.remove('1');
  queue.remove('2');
  undos[0]!();
  queue.move('3', 0);
  assert.equal(queue.isAhead, true);
  assert.equal(await queue.send(1), true);
  assert.deepEqual(kept, ['remove 2', 'order 3,1']);
  assert.equal(await queue.send(1), true);
  assert.equal(kept.length, 2);
});

test('FORM-4 subscribers are notified of each change with a new state', () => {
  const { queue } = openQueue(PICTURES, [stored(1), stored(2)]);
  const seen = [queue.get()];
  const stop = queue.subscribe(() => seen.push(queue.get()));
  queue.move('2', 0);
  queue.remove('1');
  stop();
  queue.move('2', 0);
  assert.equal(new Set(seen).size, 3);
});
