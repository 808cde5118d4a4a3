import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse } from '../http/domain-error.ts';
import { SHARES } from '../http/limit-table.ts';
import { openTurns } from '../http/turns.ts';
import type { Decoding } from './decoder-process.ts';
import type { Variant } from './image-sizes.ts';

/** A picture of a stranger: its bytes, or the path of an upload, whose bytes this process then never has. */
export type Picture = Buffer | string;

/** Decodes pictures in processes of their own, so that a hostile one takes nothing but itself along (MEDIA-1). */
export interface Decoder {
  /**
   * As `image-sizes.ts` makes them; null for what can't be read or takes too much memory. 503 when there was not
   * the time, or no process to do it: that says nothing of the picture.
   */
  makeSizes(picture: Picture, by: number): Promise<Record<Variant, Buffer> | null>;
  makeLogo(picture: Picture, by: number): Promise<Buffer | null>;
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

const ENTRY = new URL('./decoder-process.ts', import.meta.url);
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

interface Worker {
  child: ChildProcess;
  ready: Promise<void>;
  idle?: NodeJS.Timeout;
}

/** Opens the decoder; its processes start with the first picture. */
export function openDecoder(uploadFolder: string, limit = LIMIT): Decoder {
  const free = new Set<Worker>();
  const all = new Set<Worker>();
  const turns = openTurns(SHARES.pictures);

  function start(): Worker {
    // Of the environment it gets nothing: there the secrets are.
    const child = fork(ENTRY, {
      execArgv: flagsFor(uploadFolder),
      env: {},
      serialization: 'advanced',
      stdio: 'ignore',
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('error', () => reject(tooBusy()));
      child.once('exit', () => reject(tooBusy()));
    });
    // Whoever asks for a picture gets the error.
    ready.catch(() => {});
    const worker: Worker = { child, ready };
    all.add(worker);
    child.once('exit', () => {
      all.delete(worker);
      free.delete(worker);
    });
    // Bids come first, yet pictures come too: at the lowest priority they stood still on a busy machine.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // What is at work is waited for, by its channel; what is idle holds nobody up.
    child.unref();
    return worker;
  }

  const decode = (make: Decoding['make'], picture: Picture, by: number) =>
    turns.take(by, async () => {
      // The last to be done, so that others are let go when there is little to do.
      const worker = [...free].at(-1) ?? start();
      free.delete(worker);
      clearTimeout(worker.idle);
      const answer = await ask(worker, { make, picture }, limit);
      if (worker.child.connected) {
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
      const sizes = await decode('sizes', picture, by);
      return sizes as Record<Variant, Buffer> | null;
    },
    async makeLogo(picture, by) {
      return (await decode('logo', picture, by)) as Buffer | null;
    },
    async makeEmailCover(picture, by) {
      return (await decode('email_cover', picture, by)) as Buffer | null;
    },
    async makeEmailLogo(picture, by) {
      return (await decode('email_logo', picture, by)) as Buffer | null;
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

/**
 * The answer of a process; null when it dies over it, or is ended since it grows too large. Throws 503 when it was
 * too slow, could not start, or was ended by another.
 */
async function ask(
  { child, ready }: Worker,
  decoding: Decoding,
  limit: typeof LIMIT,
): Promise<unknown> {
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
  const answered = Promise.withResolvers<unknown>();
  // Whoever waits for it to be ready hears of its end by that.
  answered.promise.catch(() => {});
  const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
    isAtWork && (signal !== 'SIGKILL' || isTooLarge)
      ? answered.resolve(null)
      : answered.reject(tooBusy());
  // From here on: it may end while something else is waited for, and an end is told once.
  child.on('exit', onExit);
  child.channel?.ref();
  try {
    await ready;
    before_ms = await processorTimeOf(child);
    isAtWork = true;
    child.on('message', answered.resolve);
    child.send(decoding, (fault) => fault && end());
    return await answered.promise;
  } finally {
    isAtWork = false;
    clearTimeout(clock);
    clearInterval(look);
    child.channel?.unref();
    child.off('message', answered.resolve).off('exit', onExit);
  }
}

/** What a process has had of the processors since its start, in milliseconds; 0 where the system does not say. */
async function processorTimeOf({ pid }: ChildProcess): Promise<number> {
  const written = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may hold anything, in brackets: its state is the first, utime and stime the 12th and 13th.
  const fields = written.slice(written.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** What a process has of the memory, in bytes; 0 where the system does not say. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const written = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(written)?.[1] ?? 0) * 1024;
}
