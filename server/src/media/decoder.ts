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

/** An untrusted picture: its bytes, or the path of an upload, which this process then never reads. */
export type Picture = Buffer | string;

/** Decodes pictures in separate processes, so that a hostile one affects nothing else (MEDIA-1). */
export interface Decoder {
  /**
   * The sizes of `image-sizes.ts`, or the picture's fault; `unreadable` if it needs too much memory. Throws 503 if
   * there was no time or no process, which says nothing about the picture. `by` is the user whose turn it takes.
   */
  makeSizes(picture: Picture, by: number): Promise<Sizes | PictureFault>;
  makeLogo(picture: Picture, by: number): Promise<Buffer | PictureFault>;
  rewritePhoto(picture: Picture, by: number): Promise<Buffer | PictureFault>;
  /** A stored picture or logo in a format that mail programs show (MAIL-6). */
  makeEmailCover(picture: Picture, by: number): Promise<Buffer | null>;
  makeEmailLogo(picture: Picture, by: number): Promise<Buffer | null>;
  /** Kills the processes; pending calls are not answered. */
  stop(): void;
}

/**
 * A multiple of what a picture of 50 megapixels needs: processor time, so that a busy machine does not refuse good
 * pictures; waiting time; memory.
 */
const LIMIT = { processor_ms: 30_000, wait_ms: 90_000, bytes: 1024 ** 3 };
const LOOK_MS = 250;
/** Linux reports processor time in hundredths of a second on every machine. */
const TICK_MS = 10;
/** Retry-After: by then a burst of pictures is done. */
const RETRY_AFTER_S = 10;
const BUSY =
  'Bilden hann inte behandlas, eftersom servern har mycket att göra. Försök igen om en stund.';
/** An idle process is stopped after this. */
const IDLE_MS = 30_000;

const ENTRY = fileURLToPath(new URL('./decoder-process.ts', import.meta.url));
/** Code that it may read. */
const READS = [
  'server/src/media',
  'server/package.json',
  'contract',
  'node_modules',
  'package.json',
];
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** It may read its code and uploads and load native addons. It may not write, start processes or use the network. */
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
  read: ReturnType<typeof openReader>;
  ready: Promise<void>;
  /** The signal that ended it. */
  ended: Promise<NodeJS.Signals | null>;
  idle?: NodeJS.Timeout;
}

/** Opens the decoder. Its processes start with the first picture. `entry` is their program. */
export function openDecoder(uploadFolder: string, limit = LIMIT, entry = ENTRY): Decoder {
  const free = new Set<Worker>();
  const all = new Set<Worker>();
  const turns = openTurns(SHARES.pictures);

  function start(): Worker {
    // No environment: it contains the secrets.
    const child = spawn(process.execPath, [...flagsFor(uploadFolder), entry], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // A failed write is noticed by the process's end.
    child.stdin.on('error', () => {});
    child.stdout.on('error', () => {});
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      child.once('exit', (_code, signal) => resolve(signal));
      child.once('error', () => resolve('SIGKILL'));
    });
    const read = openReader(child.stdout);
    const ready = readReady(read, ended);
    // The caller gets the error.
    ready.catch(() => {});
    const worker: Worker = { child, read, ready, ended };
    all.add(worker);
    child.once('exit', () => {
      all.delete(worker);
      free.delete(worker);
    });
    // Bids come first. At the lowest priority pictures starved on a busy machine.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // A busy process keeps this one alive by its output; an idle one does not.
    child.unref();
    (child.stdin as Socket).unref();
    (child.stdout as Socket).unref();
    return worker;
  }

  const decode = (make: Decoding['make'], picture: Picture, by: number) =>
    turns.take(by, async () => {
      // The last used, so that the others become idle under a low load.
      const worker = [...free].at(-1) ?? start();
      free.delete(worker);
      clearTimeout(worker.idle);
      const answer = await ask(worker, make, picture, limit);
      if (all.has(worker) && !worker.child.killed) {
        free.add(worker);
        worker.idle = setTimeout(() => {
          // Do not reuse a process that is being killed.
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

/** Waits until a new process is ready. Throws 503 if it ends before. */
async function readReady(read: Worker['read'], ended: Worker['ended']): Promise<void> {
  try {
    await Promise.race([read(), ended.then(() => Promise.reject(tooBusy()))]);
  } catch {
    throw tooBusy();
  }
}

const VARIANTS = z.keyof(imageSizes);

/** The fault of a refused picture. */
const FAULT = z.enum(Object.keys(PICTURE_FAULT) as PictureFault[]);

/** The names of the results, or the fault; null if a stored picture cannot be read. */
const ANSWERS = {
  sizes: z.union([FAULT, z.array(VARIANTS).check(z.length(VARIANTS.options.length))]),
  logo: z.union([FAULT, z.tuple([z.literal('logo')])]),
  photo: z.union([FAULT, z.tuple([z.literal('photo')])]),
  email_cover: z.nullable(z.tuple([z.literal('email_cover')])),
  email_logo: z.nullable(z.tuple([z.literal('email_logo')])),
} satisfies Record<Decoding['make'], unknown>;

type Made = Record<string, Buffer> | PictureFault | null;

/** The only part of an answer, or the fault. */
const oneOf = (made: Made, name: string): Buffer | PictureFault =>
  typeof made === 'string' ? made : (made?.[name] ?? 'unreadable');

const bytesOf = (made: Made, name: string): Buffer | null =>
  typeof made === 'string' ? null : (made?.[name] ?? null);

/** Reads the next answer. Throws if it does not fit the request: a picture may have taken over the process. */
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
 * Returns a process's answer; null if it dies, sends an invalid answer, or is killed for its memory use. Throws 503 if
 * it was too slow, could not start, or was killed from outside.
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
  // The exit, not the end of output: another process may hold the pipe.
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

/** Processor time of a process since its start, in ms; 0 if the system does not report it. */
async function processorTimeOf({ pid }: Child): Promise<number> {
  const written = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Fields after the bracketed name, which may contain anything: the state is the first, utime and stime the 12th and
  // 13th.
  const fields = written.slice(written.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** Resident memory of a process in bytes; 0 if the system does not report it. */
async function memoryOf({ pid }: Child): Promise<number> {
  const written = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(written)?.[1] ?? 0) * 1024;
}
