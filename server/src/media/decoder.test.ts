import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { eventually } from '../../test/eventually.ts';
import { makePicture } from '../../test/forms.ts';
import { openDecoder } from './decoder.ts';
import { makeSizes } from './image-sizes.ts';

const patient = { milliseconds: 60_000, bytes: 1024 ** 3 };
const opened: { stop(): void }[] = [];
after(() => {
  for (const one of opened) one.stop();
});
const open = (limit: typeof patient) => {
  const decoder = openDecoder(limit);
  opened.push(decoder);
  return decoder;
};

/** The processes that decode for this one. */
function decoders(): number[] {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  return children
    .split('\n')
    .filter((line) => line.includes('decoder-process'))
    .map((line) => Number.parseInt(line, 10));
}

/** Small to send, and a second of work: forty-nine megapixels. */
const heavy = await sharp({
  create: { width: 7_000, height: 7_000, channels: 3, background: '#4a7' },
})
  .png({ compressionLevel: 1 })
  .toBuffer();

test('MEDIA-1 a picture is decoded elsewhere to the same bytes, two at a time', async () => {
  const decoder = open(patient);
  const content = await makePicture({ width: 640, height: 480 });
  const expected = (await makeSizes(content))!;
  const all = await Promise.all(Array.from({ length: 5 }, () => decoder.makeSizes(content)));
  assert.equal(decoders().length, 2);
  for (const sizes of all) {
    for (const [variant, bytes] of Object.entries(sizes!)) {
      assert.deepEqual(bytes, expected[variant as keyof typeof expected], variant);
    }
  }
  const logo = await decoder.makeLogo(content);
  assert.equal((await sharp(logo!).metadata()).format, 'webp');
  assert.equal(await decoder.makeSizes(Buffer.from('no picture')), null);
  decoder.stop();
  await eventually(async () => assert.deepEqual(decoders(), []));
});

test('MEDIA-1 a picture that takes too long, or too much memory, is none, and its process is ended', async () => {
  for (const limit of [
    { ...patient, milliseconds: 100 },
    { ...patient, bytes: 1024 ** 2 },
  ]) {
    const decoder = open(limit);
    assert.equal(await decoder.makeSizes(heavy), null);
    await eventually(async () => assert.deepEqual(decoders(), []));
    decoder.stop();
  }
});

test('MEDIA-1 a picture that kills its decoder takes no other along', async () => {
  const decoder = open(patient);
  const content = await makePicture({ width: 64, height: 48 });
  const killed = decoder.makeSizes(heavy);
  const [pid] = await eventually(async () => {
    const found = decoders();
    assert.equal(found.length, 1);
    return found;
  });
  // Held, so that it cannot be done before it is killed.
  process.kill(pid!, 'SIGSTOP');
  assert.ok(await decoder.makeSizes(content), 'another goes on meanwhile');
  process.kill(pid!, 'SIGKILL');
  await killed.then(
    (sizes) => assert.equal(sizes, null),
    () => {},
  );
  assert.ok(await decoder.makeSizes(content), 'and the next has a decoder again');
  decoder.stop();
});
