import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { imageSizes, PICTURE_FAULT, type PictureFault } from '@restvarde/contract/media';
import * as z from 'zod/mini';
import { refuse } from '../http/domain-error.ts';
import { SHARES } from '../http/limit-table.ts';
import { openTurns } from '../http/turns.ts';
import { type Decoding, openReader, StreamEnded, writeMessage } from './decoder-messages.ts';
import type { Sizes } from './image-sizes.ts';

/** A picture of a stranger: its bytes, or the path of an upload, whose bytes this process then never has. */
export type Picture = Buffer | string;

/** Decodes pictures in processes of their own, so that a hostile one takes nothing but itself along (MEDIA-1). */
export interface Decoder {
  /**
   * As `image-sizes.ts` makes them, or why not; `unreadable` for what takes too much memory. 503 when there was not
   * the time, or no process to do it: that says nothing of the picture.
   */
  makeSizes(picture: Picture, by: number): Promise<Sizes | PictureFault>;
  makeLogo(picture: Picture, by: number): Promise<Buffer | PictureFault>;
  rewritePhoto(picture: Picture, by: number): Promise<Buffer | PictureFault>;
  /** A stored picture or logo as mail programs show it (MAIL-6). */
  makeEmailCover(picture: Picture, by: number): Promise<Buffer | null>;
  makeEmailLogo(picture: Picture, by: number): Promise<Buffer | null>;
  /** Ends the processes; what they were at is not answered any more. */
  stop(): void;
}

/**
 * The most that a picture of 50 megapixels needs, some times over: the processor's time, so that a busy machine
 * does not turn good pictures away, the time that its sender waits, and memory.
 */
const LIMIT = { processor_ms: 30_000, wait_ms: 90_000, bytes: 1024 ** 3 };
const LOOK_MS = 250;
/** Linux counts the time of processes in hundredths of a second, whatever the machine. */
const TICK_MS = 10;
/** When to come back, after which a burst of pictures is done. */
const RETRY_AFTER_S = 10;
const BUSY =
  'Bilden hann inte behandlas, eftersom servern har mycket att göra. Försök igen om en stund.';
/** A process that has nothing to do is let go after this. */
const IDLE_MS = 30_000;

const ENTRY = fileURLToPath(new URL('./decoder-process.ts', import.meta.url));
/** The code that it loads. */
const READS = [
  'server/src/media',
  'server/package.json',
  'contract',
  'node_modules',
  'package.json',
];
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** It reads its code and uploads, and loads the decoder; it writes nothing, starts nothing and has no network. */
const flagsFor = (uploadFolder: string) => [
  '--permission',
  ...READS.map((place) => `--allow-fs-read=${join(ROOT, place)}`),
  `--allow-fs-read=${uploadFolder}`,
  '--allow-addons',
  '--max-old-space-size=256',
];

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface Worker {
  child: Child;
  /** Reads its next message. */
  read: ReturnType<typeof openReader>;
  ready: Promise<void>;
  /** The signal that ended it. */
  ended: Promise<NodeJS.Signals | null>;
  idle?: NodeJS.Timeout;
}

/** Opens the decoder; its processes start with the first picture. `entry` is their program. */
export function openDecoder(uploadFolder: string, limit = LIMIT, entry = ENTRY): Decoder {
  const free = new Set<Worker>();
  const all = new Set<Worker>();
  const turns = openTurns(SHARES.pictures);

  function start(): Worker {
    // Of the environment it gets nothing: there the secrets are.
    const child = spawn(process.execPath, [...flagsFor(uploadFolder), entry], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // That it cannot be written to any more shows by its end.
    child.stdin.on('error', () => {});
    child.stdout.on('error', () => {});
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      child.once('exit', (_code, signal) => resolve(signal));
      child.once('error', () => resolve('SIGKILL'));
    });
    const read = openReader(child.stdout);
    const ready = readReady(read, ended);
    // The one who asks for a picture gets the error.
    ready.catch(() => {});
    const worker: Worker = { child, read, ready, ended };
    all.add(worker);
    child.once('exit', () => {
      all.delete(worker);
      free.delete(worker);
    });
    // Bids come first, yet pictures come too: at the lowest priority they stood still on a busy machine.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // A process at work keeps this one alive, by its output; an idle one does not.
    child.unref();
    (child.stdin as Socket).unref();
    (child.stdout as Socket).unref();
    return worker;
  }

  const decode = (make: Decoding['make'], picture: Picture, by: number) =>
    turns.take(by, async () => {
      // The last to be done, so that others are let go when there is little to do.
      const worker = [...free].at(-1) ?? start();
      free.delete(worker);
      clearTimeout(worker.idle);
      const answer = await ask(worker, make, picture, limit);
      if (all.has(worker) && !worker.child.killed) {
        free.add(worker);
        worker.idle = setTimeout(() => {
          // Nobody may be given one that is being ended.
          free.delete(worker);
          worker.child.kill('SIGKILL');
        }, IDLE_MS).unref();
      }
      return answer;
    });

  return {
    async makeSizes(picture, by) {
      return ((await decode('sizes', picture, by)) ?? 'unreadable') as Sizes | PictureFault;
    },
    async makeLogo(picture, by) {
      return oneOf(await decode('logo', picture, by), 'logo');
    },
    async rewritePhoto(picture, by) {
      return oneOf(await decode('photo', picture, by), 'photo');
    },
    async makeEmailCover(picture, by) {
      return bytesOf(await decode('email_cover', picture, by), 'email_cover');
    },
    async makeEmailLogo(picture, by) {
      return bytesOf(await decode('email_logo', picture, by), 'email_logo');
    },
    stop() {
      for (const { child, idle } of all) {
        clearTimeout(idle);
        child.kill('SIGKILL');
      }
    },
  };
}

const tooBusy = () => refuse.unavailable(BUSY, RETRY_AFTER_S);

/** Waits until a new process can be asked. Throws 503 when it ends before. */
async function readReady(read: Worker['read'], ended: Worker['ended']): Promise<void> {
  try {
    await Promise.race([read(), ended.then(() => Promise.reject(tooBusy()))]);
  } catch {
    throw tooBusy();
  }
}

const VARIANTS = z.keyof(imageSizes);

/** Why a picture was refused. */
const FAULT = z.enum(Object.keys(PICTURE_FAULT) as PictureFault[]);

/** The names of what was made, or why nothing was; null for a stored picture that cannot be read. */
const ANSWERS = {
  sizes: z.union([FAULT, z.array(VARIANTS).check(z.length(VARIANTS.options.length))]),
  logo: z.union([FAULT, z.tuple([z.literal('logo')])]),
  photo: z.union([FAULT, z.tuple([z.literal('photo')])]),
  email_cover: z.nullable(z.tuple([z.literal('email_cover')])),
  email_logo: z.nullable(z.tuple([z.literal('email_logo')])),
} satisfies Record<Decoding['make'], unknown>;

type Made = Record<string, Buffer> | PictureFault | null;

/** The one part of an answer, or why there is none. */
const oneOf = (made: Made, name: string): Buffer | PictureFault =>
  typeof made === 'string' ? made : (made?.[name] ?? 'unreadable');

const bytesOf = (made: Made, name: string): Buffer | null =>
  typeof made === 'string' ? null : (made?.[name] ?? null);

/** The next answer. Throws on what is no answer to what was asked: the process may be in the hands of a picture. */
async function readAnswer(read: Worker['read'], make: Decoding['make']): Promise<Made> {
  const { head, parts } = await read();
  const names = ANSWERS[make].parse(head);
  if (names === null || typeof names === 'string') return names;
  const made = Object.fromEntries(names.map((name, at) => [name, parts[at]]));
  if (parts.length !== names.length || Object.keys(made).length !== names.length) {
    throw new Error('An answer of a decoder has other parts than it names.');
  }
  return made as Record<string, Buffer>;
}

/**
 * The answer of a process; null when it dies over it, answers with nonsense, or is ended since it grows too large.
 * Throws 503 when it was too slow, could not start, or was ended by another.
 */
async function ask(
  { child, read, ready, ended }: Worker,
  make: Decoding['make'],
  picture: Picture,
  limit: typeof LIMIT,
): Promise<Made> {
  let isAtWork = false;
  let isTooLarge = false;
  const end = () => child.kill('SIGKILL');
  const clock = setTimeout(end, limit.wait_ms);
  let before_ms = 0;
  const look = setInterval(async () => {
    const [bytes, used_ms] = await Promise.all([memoryOf(child), processorTimeOf(child)]);
    if (!isAtWork) return;
    if (bytes > limit.bytes) isTooLarge = true;
    if (isTooLarge || used_ms - before_ms > limit.processor_ms) end();
  }, LOOK_MS);
  const output = child.stdout as Socket;
  output.ref();
  // Its output need not end with it: another process may have it by now.
  const exit = Promise.withResolvers<never>();
  exit.promise.catch(() => {});
  const onExit = () => exit.reject(new StreamEnded());
  child.on('exit', onExit);
  try {
    await ready;
    before_ms = await processorTimeOf(child);
    isAtWork = true;
    const isPath = typeof picture === 'string';
    const head: Decoding = { make, path: isPath ? picture : null };
    writeMessage(child.stdin, head, isPath ? [] : [picture]);
    return await Promise.race([readAnswer(read, make), exit.promise]);
  } catch (fault) {
    if (!isAtWork) throw fault;
    if (!(fault instanceof StreamEnded)) {
      end();
      return null;
    }
    if ((await ended) === 'SIGKILL' && !isTooLarge) throw tooBusy();
    return null;
  } finally {
    isAtWork = false;
    clearTimeout(clock);
    clearInterval(look);
    output.unref();
    child.off('exit', onExit);
  }
}

/** What a process has had of the processors since its start, in milliseconds; 0 where the system does not say. */
async function processorTimeOf({ pid }: Child): Promise<number> {
  const written = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may hold anything, in brackets: its state is the first, utime and stime the 12th and 13th.
  const fields = written.slice(written.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** What a process has of the memory, in bytes; 0 where the system does not say. */
async function memoryOf({ pid }: Child): Promise<number> {
  const written = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(written)?.[1] ?? 0) * 1024;
}
