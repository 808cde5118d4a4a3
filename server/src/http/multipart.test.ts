// Runs in its own process: it measures memory.
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import fastifyMultipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { encodeForm } from '../../test/forms.ts';
import { openOutageLog } from '../db/outage-log.ts';
import { readForm } from './multipart.ts';
import { answerErrors } from './replies.ts';
import { openUploadFolder } from './uploads.ts';

const MIB = 1024 * 1024;

describe('parsed forms', () => {
  let app: FastifyInstance;
  let folder: string;
  let counted = 0;
  before(async () => {
    folder = await openUploadFolder();
    app = Fastify();
    answerErrors(app, openOutageLog(app.log));
    await app.register(fastifyMultipart, { throwFileSizeLimit: true });
    app.post('/', async (request) => {
      const { fields, uploads } = await readForm(request, MIB, folder, async () => {
        counted++;
      });
      return {
        fields,
        uploads: uploads.map(({ field, name, size }) => [field, name, size]),
      };
    });
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  /** Pairs, so that a name may repeat. */
  async function read(pairs: [name: string, value: string | File][]) {
    const form = new FormData();
    for (const [name, value] of pairs) form.append(name, value);
    const encoded = new Response(form);
    const reply = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return { status: reply.statusCode, ...reply.json() };
  }

  test('FORM-1 `name[n]` gathers a list under `name`, in order of appearance', async () => {
    const { fields } = await read([
      ['category_ids[0]', '7'],
      ['manufacturer', 'Volvo'],
      ['category_ids[1]', '3'],
      ['category_ids[]', '5'],
      ['category_ids[99]', ''],
      ['one[0]', 'x'],
    ]);
    assert.deepEqual(fields, {
      category_ids: ['7', '3', '5', ''],
      manufacturer: 'Volvo',
      one: ['x'],
    });
  });

  test('FORM-1 a list is replaced as a whole, and of two plain values the last counts', async () => {
    const { fields } = await read([
      ['a', '1'],
      ['a', '2'],
      ['b[x]', '1'],
      ['c[0][1]', '1'],
      ['[0]', '1'],
      ['d[0', '1'],
      ['e', 'plain'],
      ['e[0]', 'list'],
      ['f', ''],
    ]);
    assert.deepEqual(fields, {
      a: '2',
      'b[x]': '1',
      'c[0][1]': '1',
      '[0]': '1',
      'd[0': '1',
      e: ['list'],
      f: '',
    });
  });

  test('LIMIT-1 a form with files counts once as an upload; an empty file field does not count', async () => {
    counted = 0;
    await read([
      ['manufacturer', 'Volvo'],
      ['image', new File([], '')],
    ]);
    assert.equal(counted, 0);
    await read([
      ['image', new File(['abc'], 'a.jpg')],
      ['images', new File(['de'], 'b.jpg')],
    ]);
    assert.equal(counted, 1);
  });

  test('LIMIT-1 a file without a name counts too', async () => {
    counted = 0;
    const reply = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: [
        '--x',
        'Content-Disposition: form-data; name="images"',
        'Content-Type: application/octet-stream',
        '',
        'abc',
        '--x--',
        '',
      ].join('\r\n'),
    });
    assert.deepEqual(reply.json().uploads, [['images', '', 3]]);
    assert.equal(counted, 1);
  });

  test('API-3 names of Object.prototype are refused by the parser, or ignored', async () => {
    for (const name of [
      '__proto__',
      '__proto__[0]',
      'constructor',
      'valueOf',
      'hasOwnProperty[0]',
    ]) {
      const { status, fields, detail } = await read([[name, 'x']]);
      if (status === 200) assert.deepEqual(fields, {}, name);
      else assert.deepEqual([status, detail], [400, 'Anropet kunde inte läsas.'], name);
    }
    assert.equal(({} as { x?: string }).x, undefined);
    assert.equal(Object.keys(Object.prototype).length, 0);
  });

  test('FORM-4 files are complete, with their names, under their field; an empty file field is ignored', async () => {
    const { uploads } = await read([
      ['image', new File(['abc'], 'Bil, främre (1).jpg')],
      ['images[0]', new File(['de'], 'två.png')],
      ['images', new File([], 'tom.png')],
      ['images', new File([], '')],
    ]);
    assert.deepEqual(uploads.slice(0, 3), [
      ['image', 'Bil, främre (1).jpg', 3],
      ['images', 'två.png', 2],
      ['images', 'tom.png', 0],
    ]);
    for (const [, name, size] of uploads.slice(3)) assert.ok(name !== '' || size > 0);
  });

  test('API-2 a file that is too large is an error that names the limit', async () => {
    const file = (size: number) => new File([new Uint8Array(size)], 'stor.jpg');
    assert.equal((await read([['image', file(MIB)]])).status, 200);
    const { status, detail } = await read([['image', file(MIB + 1)]]);
    assert.deepEqual([status, detail], [413, 'Filen är för stor: högst 1 MB.']);
    const kept = (await readdir(folder)).length;
    await read([
      ['image', file(10)],
      ['image', file(MIB + 1)],
    ]);
    assert.equal((await readdir(folder)).length, kept, 'nothing of it is left on the disk');
  });

  test('LIMIT-3 large files are never entirely in memory', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const piece = new Uint8Array(MIB - 1_000);
    const most = { bytes: 0 };
    const look = setInterval(() => {
      most.bytes = Math.max(most.bytes, process.memoryUsage().arrayBuffers);
    }, 5);
    const held = process.memoryUsage().arrayBuffers;
    async function* form() {
      for (let file = 0; file < 12; file++) {
        yield Buffer.from(
          `--x\r\ncontent-disposition: form-data; name="images"; filename="${file}.jpg"\r\n\r\n`,
        );
        yield piece;
        yield Buffer.from('\r\n');
      }
      yield Buffer.from('--x--\r\n');
    }
    const forms = Array.from({ length: 8 }, () =>
      fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: Readable.toWeb(Readable.from(form())),
        duplex: 'half',
      } as RequestInit),
    );
    for (const reply of await Promise.all(forms)) assert.equal(reply.status, 200);
    clearInterval(look);
    // Eight forms of 12 MiB.
    const more = Math.round((most.bytes - held) / MIB);
    assert.ok(more < 60, `${more} MiB`);
  });

  test('API-2 a body that is not a form is a 415', async () => {
    const { body } = await encodeForm({ a: 'x' });
    for (const type of ['text/plain', 'multipart/mixed; boundary=x', 'application/json']) {
      const reply = await app.inject({
        method: 'POST',
        url: '/',
        headers: { 'content-type': type },
        payload: type.includes('json') ? '{}' : body,
      });
      assert.equal(reply.statusCode, 415, type);
      assert.match(reply.json().detail, /^[A-ZÅÄÖ].+\.$/);
    }
  });
});
