import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../base/api/api-error.ts';
import type { FilePreview } from '../../../ui/files/file-preview.ts';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';
import type { FileStore, Sending } from './file-store.ts';
import { UploadQueue } from './upload-queue.ts';

const JPG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const picture = (name: string) => new File([JPG], name, { type: 'image/jpeg' });
const document = (name: string) => new File(['text'], name, { type: 'application/pdf' });

/** A store that keeps what it is sent, and answers when the test says so. */
function openStore() {
  const kept: string[] = [];
  const waiting = new Map<string, Sending & { answer: (result: number | Error) => void }>();
  const store: FileStore = {
    add: (file, sending) =>
      new Promise((resolve, reject) => {
        sending.signal.addEventListener('abort', () => reject(sending.signal.reason));
        const answer = (result: number | Error) => {
          waiting.delete(file.name);
          if (result instanceof Error) return reject(result);
          kept.push(`add ${file.name}`);
          resolve(result);
        };
        waiting.set(file.name, { ...sending, answer });
      }),
    remove: async (id) => void kept.push(`remove ${id}`),
    order: async (ids) => void kept.push(`order ${ids}`),
  };
  const of = async (name: string) => {
    while (!waiting.has(name)) await new Promise(setImmediate);
    return waiting.get(name)!;
  };
  return { store, kept, of };
}

function openQueue(kind = PICTURES, stored: FilePreview[] = []) {
  const { store, ...rest } = openStore();
  const undos: (() => void)[] = [];
  const queue = new UploadQueue({
    kind,
    stored,
    storeOf: () => store,
    onRemove(_file, undo) {
      undos.push(undo);
      return () => {};
    },
  });
  const shown = () => queue.files.map(({ preview: { name, status } }) => `${name} ${status}`);
  return { queue, shown, undos, ...rest };
}

const stored = (id: number): FilePreview => ({
  id: String(id),
  name: `Bild ${id}`,
  type: 'image',
  src: null,
  status: 'has-valid',
});

test('FORM-4 a file shows how far it has come, one that fails takes no other along, and is sent again', async () => {
  const { queue, shown, kept, of } = openQueue();
  const [, second = ''] = queue.add([picture('a.jpg'), picture('b.jpg')]);
  const sending = queue.send(1);
  (await of('a.jpg')).onProgress(0.5);
  assert.equal(queue.files[0]?.preview.progress, 0.5);
  (await of('b.jpg')).answer(new ApiError(400, { detail: 'Bilden är trasig.' }));
  (await of('a.jpg')).answer(7);
  assert.equal(await sending, false);
  assert.deepEqual(shown(), ['a.jpg has-valid', 'b.jpg failed']);
  assert.deepEqual(
    queue.faults.map(({ message }) => message),
    ['b.jpg: Bilden är trasig.'],
  );
  const again = queue.send(1, [second]);
  (await of('b.jpg')).answer(8);
  assert.equal(await again, true);
  assert.deepEqual(kept, ['add a.jpg', 'add b.jpg']);
  assert.equal(queue.isAhead, false);
});

test('FORM-4 what is cancelled stays in the list, and can be sent', async () => {
  const { queue, shown, of } = openQueue(DOCUMENTS);
  const [id = ''] = queue.add([document('a.pdf')]);
  const sending = queue.send(1);
  await of('a.pdf');
  queue.cancel(id);
  assert.equal(await sending, false);
  assert.deepEqual(shown(), ['a.pdf failed']);
  assert.equal(queue.files[0]?.preview.error, 'Avbruten');
});

test('FORM-4 a file that turns out to be no picture leaves the list, and the list says why', async () => {
  const { queue, shown } = openQueue();
  queue.add([new File(['text'], 'a.jpg', { type: 'image/jpeg' }), picture('b.jpg')]);
  await queue.ready();
  assert.deepEqual(shown(), ['b.jpg has-valid']);
  assert.match(queue.error ?? '', /a\.jpg: Filen är ingen bild/);
});

test('FORM-5 what is removed and moved is sent with the rest, unless it is undone before', async () => {
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

test('FORM-4 whoever shows the list is notified of each change, with another state', () => {
  const { queue } = openQueue(PICTURES, [stored(1), stored(2)]);
  const seen = [queue.get()];
  const stop = queue.subscribe(() => seen.push(queue.get()));
  queue.move('2', 0);
  queue.remove('1');
  stop();
  queue.move('2', 0);
  assert.equal(new Set(seen).size, 3);
});
