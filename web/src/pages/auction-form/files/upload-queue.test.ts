import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LinkedPicture } from '@restvarde/contract/auctions/photo-links';
import { ApiError } from '../../../base/api/api-error.ts';
import type { Sending, UploadTarget } from '../../../features/uploads/send-in-pieces.ts';
import type { FilePreview } from '../../../ui/files/file-preview.ts';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';
import type { FileStore } from './file-store.ts';
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
    async add(upload_id, subject) {
      kept.push(subject ? `add ${upload_id} as ${subject}` : `add ${upload_id}`);
      return ids.get(upload_id)!;
    },
    describe: async (id, subject) => void kept.push(`describe ${id} as ${subject}`),
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
  return { queue, shown, idOf, undos, store, ...rest };
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
  assert.deepEqual(
    kept.slice(4),
    ['a', 'b', 'c', 'd'].map((name) => `add ${name}.pdf as other`),
  );
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

test('FORM-13 a file restored before its first upload has ended is uploaded again', async () => {
  const { queue, shown, idOf, undos, kept, of } = openQueue();
  queue.add([picture('a.jpg')]);
  const { onStart } = await of('a.jpg');
  queue.remove(idOf('a.jpg'));
  undos[0]!();
  onStart('late');
  await new Promise(setImmediate);
  assert.deepEqual(shown(), ['a.jpg uploading']);
  (await of('a.jpg')).answer(1);
  assert.equal(await queue.whenIdle(), true);
  assert.deepEqual(queue.uploaded, ['a.jpg']);
  assert.deepEqual(kept, ['discard a.jpg', 'discard late', 'upload a.jpg']);
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

test('FORM-4 a file that is not a picture is removed from the list with the reason', async () => {
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

test('DMG-6, DMG-7 the view or kind of a file is sent with a new file and changed for a stored one', async () => {
  const { queue, kept, of, idOf } = openQueue(PICTURES, [{ ...stored(7), subject: 'vin' }]);
  queue.add([picture('a.jpg')]);
  (await of('a.jpg')).answer(1);
  await queue.whenIdle();
  queue.describe(idOf('a.jpg'), 'keys');
  assert.deepEqual(queue.subjects, ['keys']);
  queue.describe('7', 'damage');
  queue.describe('7', 'vin');
  queue.describe('7', '');
  assert.equal(await queue.send(1), true);
  assert.deepEqual(kept.slice(1), ['add a.jpg as keys', 'describe 7 as ']);
  assert.equal(queue.isAhead, false);
  assert.equal(await queue.send(1), true);
  assert.equal(kept.length, 3);
});

test('GUIDE-4 only the masked copy is sent, in its place, if the picture has not been sent', async () => {
  const { queue, shown, idOf, of, kept, waiting } = openQueue();
  queue.add([picture('a.jpg'), picture('b.jpg')]);
  await of('a.jpg');
  (await of('b.jpg')).answer(2);
  queue.replace(idOf('a.jpg'), picture('masked.jpg'));
  const copy = await of('masked.jpg');
  assert.equal(waiting.has('a.jpg'), false);
  copy.answer(7);
  assert.equal(await queue.whenIdle(), true);
  assert.deepEqual(shown(), ['a.jpg has-valid', 'b.jpg has-valid']);
  assert.equal(await queue.send(1), true);
  const sent = ['upload b.jpg', 'discard a.jpg', 'upload masked.jpg'];
  assert.deepEqual(kept, [...sent, 'add masked.jpg', 'add b.jpg']);
});

/** Two stored pictures, of which the first is masked and its copy uploaded. */
async function openMasked() {
  const opened = openQueue(PICTURES, [{ ...stored(1), subject: 'vin' }, stored(2)]);
  opened.queue.replace('1', picture('masked.jpg'));
  (await opened.of('masked.jpg')).answer(7);
  assert.equal(await opened.queue.whenIdle(), true);
  return opened;
}

test('GUIDE-4 the copy of a saved picture is stored with its view, put in its place, and the old one is removed', async () => {
  const { queue, kept, shown } = await openMasked();
  assert.equal(queue.isAhead, true);
  assert.equal(await queue.send(1), true);
  assert.deepEqual(kept, ['upload masked.jpg', 'add masked.jpg as vin', 'order 7,1,2', 'remove 1']);
  assert.deepEqual(shown(), ['Bild 1 has-valid', 'Bild 2 has-valid']);
});

test('GUIDE-4 a failure before the removal leaves the old picture and removes the copy', async () => {
  const { queue, kept, store } = await openMasked();
  store.order = () => Promise.reject(new ApiError(400, { detail: 'Nej.' }));
  assert.equal(await queue.send(1), false);
  assert.equal(queue.error, 'Ordningen kunde inte sparas. Nej.');
  assert.deepEqual(kept.slice(1), ['add masked.jpg as vin', 'remove 7']);
  assert.deepEqual(
    queue.files.map(({ stored_id }) => stored_id),
    [1, 2],
  );
});

test('GUIDE-4 if only the removal fails, the copy is stored, and the old picture returns beside it', async () => {
  const { queue, store } = await openMasked();
  const { remove } = store;
  store.remove = () => Promise.reject(new ApiError(500, {}));
  assert.equal(await queue.send(1), false);
  assert.equal(queue.error, 'Den maskerade bilden är sparad, men den gamla är kvar. Ta bort den.');
  assert.deepEqual(
    queue.files.map(({ stored_id }) => stored_id),
    [7, 1, 2],
  );
  store.remove = remove;
  queue.remove(queue.files[1]!.preview.id);
  assert.equal(await queue.send(1), true);
});

test('GUIDE-4 removing a masked copy removes the picture that it replaces, and «Ångra» restores both', async () => {
  const { queue, kept, undos, of } = await openMasked();
  queue.remove('1');
  undos[0]!();
  (await of('masked.jpg')).answer(8);
  await queue.whenIdle();
  queue.remove('1');
  assert.equal(await queue.send(1), true);
  assert.deepEqual(kept.slice(-1), ['remove 1']);
});

test('FORM-17 saving waits for pictures that a phone is sending', async (t) => {
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(JPG)));
  const { queue, shown } = openQueue();
  const end = queue.followPhone(async () => queue.expect(1));
  let isIdle = false;
  const idle = queue.whenIdle().then(() => {
    isIdle = true;
  });
  await new Promise(setImmediate);
  assert.deepEqual([isIdle, queue.pending, queue.chosen], [false, 1, 1]);
  const sizes = { thumb_2x: '/media/a/thumb', large: '/media/a/large' };
  queue.receive({ id: 'a', name: 'a.jpg', size: 4, view: null, sizes } as LinkedPicture);
  queue.expect(0);
  await idle;
  assert.deepEqual([shown(), queue.pending, queue.chosen], [['a.jpg has-valid'], 0, 1]);
  queue.expect(2);
  const left = queue.whenIdle();
  await new Promise(setImmediate);
  end();
  assert.equal(await left, true, 'a link that is closed is not waited for');
});

test('FORM-17 a picture from a phone is added once, and is saved, removed and resent like any other', async (t) => {
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(JPG)));
  const { queue, shown, idOf, undos, kept, of } = openQueue();
  const received = (id: string, view: 'keys' | null) => {
    const sizes = { thumb_2x: `/media/${id}/thumb`, large: `/media/${id}/large` };
    return { id, name: `${id}.jpg`, size: 4, view, sizes } as LinkedPicture;
  };
  for (const id of ['a', 'b', 'a']) queue.receive(received(id, id === 'a' ? 'keys' : null));
  assert.deepEqual(shown(), ['a.jpg has-valid', 'b.jpg has-valid']);
  assert.deepEqual(
    [queue.uploaded, queue.subjects],
    [
      ['a', 'b'],
      ['keys', ''],
    ],
  );
  assert.equal((await queue.contentOf(idOf('a.jpg'))).size, JPG.length);
  queue.remove(idOf('a.jpg'));
  assert.deepEqual(kept, ['discard a']);
  queue.receive(received('a', 'keys'));
  assert.deepEqual(shown(), ['b.jpg has-valid']);
  undos[0]!();
  (await of('a.jpg')).answer(7);
  assert.equal(await queue.whenIdle(), true);
  assert.deepEqual(queue.uploaded, ['a.jpg', 'b']);
  for (let count = 2; count < 41; count++) queue.receive(received(`p${count}`, null));
  assert.deepEqual([queue.files.length, queue.room], [40, 0]);
  assert.match(queue.error!, /högst 40 bilder/);
});
