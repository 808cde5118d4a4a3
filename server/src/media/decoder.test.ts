import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { findDecoders } from '../../test/decoders.ts';
import { eventually } from '../../test/eventually.ts';
import { makeHeavyPicture, makePicture } from '../../test/forms.ts';
import type { DomainError } from '../http/domain-error.ts';
import { openDecoder } from './decoder.ts';
import { makeSizes, type Sizes } from './image-sizes.ts';

const patient = { processor_ms: 60_000, wait_ms: 300_000, bytes: 1024 ** 3 };
const opened: { stop(): void }[] = [];
after(() => {
  for (const one of opened) one.stop();
});
const open = (limit: typeof patient) => {
  const decoder = openDecoder(tmpdir(), limit);
  opened.push(decoder);
  return decoder;
};

/** Each caller is another user, so they do not share a turn. */
let user = 0;
const heavy = await makeHeavyPicture();

test('MEDIA-1 a picture is decoded in another process to the same bytes, two at a time', async () => {
  const decoder = open(patient);
  const content = await makePicture({ width: 640, height: 480 });
  const expected = (await makeSizes(content)) as Sizes;
  const all = await Promise.all(
    Array.from({ length: 5 }, () => decoder.makeSizes(content, user++)),
  );
  assert.equal(findDecoders().length, 2);
  for (const sizes of all) {
    for (const [variant, bytes] of Object.entries(sizes)) {
      assert.deepEqual(bytes, expected[variant as keyof typeof expected], variant);
    }
  }
  const logo = await decoder.makeLogo(content, user++);
  assert.equal((await sharp(logo as Buffer).metadata()).format, 'webp');
  assert.equal(await decoder.makeSizes(Buffer.from('no picture'), user++), 'format');
  decoder.stop();
  await eventually(async () => assert.deepEqual(findDecoders(), []));
});

/** The 503 of a picture that was not examined in time: it may be valid. */
const isBusy = ({ status, body, headers }: DomainError) => {
  assert.deepEqual([status, headers], [503, { 'retry-after': '10' }]);
  assert.match(String(body.detail), /har mycket att göra\. Försök igen/);
  return true;
};

test('MEDIA-1 a picture that needs too much memory is refused, and its process is killed', async () => {
  const decoder = open({ ...patient, bytes: 1024 ** 2 });
  assert.equal(await decoder.makeSizes(heavy, user++), 'unreadable');
  await eventually(async () => assert.deepEqual(findDecoders(), []));
  decoder.stop();
});

test('MEDIA-1, API-2 a picture that is not decoded in time is a 503, and its process is killed', async () => {
  const slow = open({ ...patient, wait_ms: 300 });
  await assert.rejects(slow.makeSizes(heavy, user++), isBusy);
  await eventually(async () => assert.deepEqual(findDecoders(), []));
  slow.stop();
  const stuck = open({ ...patient, wait_ms: 1 });
  await assert.rejects(stuck.makeLogo(heavy, user++), isBusy, 'before the process has started');
  stuck.stop();
});

test('MEDIA-1 a process that ends as it becomes ready delays nobody', async () => {
  const decoder = open(patient);
  const content = await makePicture({ width: 64, height: 48 });
  const picture = decoder.makeSizes(content, user++);
  const [pid] = findDecoders();
  // Both events reach this process at the same time.
  blockFor(1_500);
  process.kill(pid!, 'SIGKILL');
  blockFor(300);
  await assert.rejects(picture, isBusy);
  decoder.stop();
});

function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('MEDIA-1 a process with too much processor time is killed, one that only waits is not', async () => {
  const strict = open({ ...patient, processor_ms: 1 });
  await assert.rejects(strict.makeSizes(heavy, user++), isBusy);
  await eventually(async () => assert.deepEqual(findDecoders(), []));
  const decoder = open({ ...patient, processor_ms: 900 });
  const small = decoder.makeSizes(await makePicture({ width: 64, height: 48 }), user++);
  const [pid] = await eventually(async () => {
    const found = findDecoders();
    assert.equal(found.length, 1);
    return found;
  });
  process.kill(pid!, 'SIGSTOP');
  await setTimeout(1_000);
  process.kill(pid!, 'SIGCONT');
  assert.equal(typeof (await small), 'object');
  decoder.stop();
});

test('MEDIA-1 a picture that kills its decoder affects no other', async () => {
  const decoder = open(patient);
  const content = await makePicture({ width: 64, height: 48 });
  const killed = decoder.makeSizes(heavy, user++);
  const [pid] = await eventually(async () => {
    const found = findDecoders();
    assert.equal(found.length, 1);
    return found;
  });
  // Stopped, so that it cannot finish before it is killed.
  process.kill(pid!, 'SIGSTOP');
  assert.ok(
    typeof (await decoder.makeSizes(content, user++)) === 'object',
    'another picture is decoded meanwhile',
  );
  process.kill(pid!, 'SIGKILL');
  await assert.rejects(killed, isBusy);
  assert.ok(
    typeof (await decoder.makeSizes(content, user++)) === 'object',
    'and the next has a decoder again',
  );
  decoder.stop();
});

test('LIMIT-3 one user’s large pictures do not delay another’s small one', async () => {
  const decoder = open(patient);
  const done: string[] = [];
  const large = Array.from({ length: 4 }, async () => {
    await decoder.makeSizes(heavy, 1_000_001);
    done.push('large');
  });
  await decoder.makeSizes(await makePicture({ width: 64, height: 48 }), 1_000_002);
  assert.ok(done.length <= 1, `${done.length} large ones came before it`);
  decoder.stop();
  await Promise.allSettled(large);
});

test('MEDIA-1 a decoder can read uploads and its own code, and nothing else', async (t) => {
  const [uploads, elsewhere] = await Promise.all(
    ['uploads-', 'elsewhere-'].map((name) => mkdtemp(join(tmpdir(), `restvarde-${name}`))),
  );
  const decoder = openDecoder(uploads!, patient);
  t.after(async () => {
    decoder.stop();
    await Promise.all([uploads, elsewhere].map((folder) => rm(folder!, { recursive: true })));
  });
  const content = await makePicture({ width: 64, height: 48 });
  const [near, far] = [join(uploads!, '1'), join(elsewhere!, '1')];
  await Promise.all([writeFile(near, content), writeFile(far, content)]);
  assert.ok(typeof (await decoder.makeSizes(near, user++)) === 'object');
  assert.equal(await decoder.makeSizes(far, user++), 'unreadable');
  const config = fileURLToPath(new URL('../config.ts', import.meta.url));
  assert.equal(await decoder.makeSizes(config, user++), 'unreadable');
});

test('MEDIA-1 no message of a hijacked decoder stops its node', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-hostile-'));
  t.after(() => rm(folder, { recursive: true }));
  const number = (value: number) => [0, 0, value >> 8, value & 255];
  const message = (head: unknown, ...rest: string[]) => {
    const parts = [JSON.stringify(head), ...rest];
    return [
      ...number(parts.length),
      ...parts.flatMap((part) => [...number(part.length), ...Buffer.from(part)]),
    ];
  };
  const variants = Object.keys((await makeSizes(await makePicture({ width: 64, height: 48 })))!);
  const answers = {
    'no message': [1, 2, 3, 4, 5, 6, 7, 8],
    'no JSON': [...number(1), ...number(1), 120],
    'endless parts': [255, 255, 255, 255],
    'another shape': message({ large: 7 }),
    'one size': message(['large'], 'x'),
    'one size seven times': message(Array(7).fill('large'), ...Array(7).fill('x')),
    'other names': message([...variants.slice(1), '__proto__'], ...Array(7).fill('x')),
    'names without parts': message(variants, 'x'),
  };
  for (const [what, answer] of Object.entries(answers)) {
    const program = join(folder, `${what}.mjs`);
    const ready = JSON.stringify(message('ready'));
    await writeFile(
      program,
      `process.stdout.write(Buffer.from(${ready}));
      process.stdin.once('data', () => process.stdout.write(Buffer.from(${JSON.stringify(answer)})));`,
    );
    const decoder = openDecoder(folder, patient, program);
    assert.equal(await decoder.makeSizes(Buffer.from('a picture'), user++), 'unreadable', what);
    await eventually(async () => assert.deepEqual(findDecoders(what), []));
    decoder.stop();
  }
});
