import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { findDecoders } from '../../test/decoders.ts';
import { eventually } from '../../test/eventually.ts';
import { makeHeavyPicture, makePicture } from '../../test/forms.ts';
import type { DomainError } from '../http/domain-error.ts';
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

const heavy = await makeHeavyPicture();

test('MEDIA-1 a picture is decoded elsewhere to the same bytes, two at a time', async () => {
  const decoder = open(patient);
  const content = await makePicture({ width: 640, height: 480 });
  const expected = (await makeSizes(content))!;
  const all = await Promise.all(Array.from({ length: 5 }, () => decoder.makeSizes(content)));
  assert.equal(findDecoders().length, 2);
  for (const sizes of all) {
    for (const [variant, bytes] of Object.entries(sizes!)) {
      assert.deepEqual(bytes, expected[variant as keyof typeof expected], variant);
    }
  }
  const logo = await decoder.makeLogo(content);
  assert.equal((await sharp(logo!).metadata()).format, 'webp');
  assert.equal(await decoder.makeSizes(Buffer.from('no picture')), null);
  decoder.stop();
  await eventually(async () => assert.deepEqual(findDecoders(), []));
});

/** What is told when nobody had the time for a picture: it may be a good one. */
const isBusy = ({ status, body, headers }: DomainError) => {
  assert.deepEqual([status, headers], [503, { 'retry-after': '10' }]);
  assert.match(String(body.detail), /har mycket att göra\. Försök igen/);
  return true;
};

test('MEDIA-1 a picture that takes too much memory is none, and its process is ended', async () => {
  const decoder = open({ ...patient, bytes: 1024 ** 2 });
  assert.equal(await decoder.makeSizes(heavy), null);
  await eventually(async () => assert.deepEqual(findDecoders(), []));
  decoder.stop();
});

test('MEDIA-1, API-2 a picture for which there is not the time is to come again, and its process is ended', async () => {
  const slow = open({ ...patient, milliseconds: 300 });
  await assert.rejects(slow.makeSizes(heavy), isBusy);
  await eventually(async () => assert.deepEqual(findDecoders(), []));
  slow.stop();
  const stuck = open({ ...patient, milliseconds: 1 });
  await assert.rejects(stuck.makeLogo(heavy), isBusy, 'before the process has started');
  stuck.stop();
});

test('MEDIA-1 a picture that kills its decoder takes no other along', async () => {
  const decoder = open(patient);
  const content = await makePicture({ width: 64, height: 48 });
  const killed = decoder.makeSizes(heavy);
  const [pid] = await eventually(async () => {
    const found = findDecoders();
    assert.equal(found.length, 1);
    return found;
  });
  // Held, so that it cannot be done before it is killed.
  process.kill(pid!, 'SIGSTOP');
  assert.ok(await decoder.makeSizes(content), 'another goes on meanwhile');
  process.kill(pid!, 'SIGKILL');
  await assert.rejects(killed, isBusy);
  assert.ok(await decoder.makeSizes(content), 'and the next has a decoder again');
  decoder.stop();
});
