import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { Decoding } from './decoder-process.ts';
import type { Variant } from './image-sizes.ts';

/** Decodes pictures in processes of their own, so that a hostile one takes nothing but itself along (MEDIA-1). */
export interface Decoder {
  /** As `image-sizes.ts` makes them; null for what can't be read, takes too long or too much. */
  makeSizes(content: Buffer): Promise<Record<Variant, Buffer> | null>;
  makeLogo(content: Buffer): Promise<Buffer | null>;
  /** Ends the processes; what they were at is not answered any more. */
  stop(): void;
}

/** So many pictures are decoded at a time; more wait for their turn. */
const AT_ONCE = 2;
/** The most that a picture of 50 megapixels needs, some times over. */
const LIMIT = { milliseconds: 30_000, bytes: 1024 ** 3 };
const LOOK_MS = 250;
/** A process that has nothing to do is let go after this. */
const IDLE_MS = 30_000;

const ENTRY = new URL('./decoder-process.ts', import.meta.url);
// It reads files (its code) and loads the decoder; it writes none, starts nothing and has no network.
const FLAGS = ['--permission', '--allow-fs-read=*', '--allow-addons', '--max-old-space-size=256'];

interface Worker {
  child: ChildProcess;
  ready: Promise<void>;
  idle?: NodeJS.Timeout;
}

/** Opens the decoder; its processes start with the first picture. */
export function openDecoder(limit = LIMIT): Decoder {
  const free: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  function start(): Worker {
    // Of the environment it gets nothing: there the secrets are.
    const child = fork(ENTRY, {
      execArgv: FLAGS,
      env: {},
      serialization: 'advanced',
      stdio: 'ignore',
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('error', reject);
      child.once('exit', () => reject(new Error('The decoder of pictures could not start.')));
    });
    const worker: Worker = { child, ready };
    all.add(worker);
    child.once('exit', () => {
      all.delete(worker);
      const place = free.indexOf(worker);
      if (place >= 0) free.splice(place, 1);
    });
    // Bids come first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    // What is at work is waited for, by its channel; what is idle holds nobody up.
    child.unref();
    return worker;
  }

  async function decode(decoding: Decoding): Promise<unknown> {
    if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    busy++;
    try {
      const worker = free.pop() ?? start();
      clearTimeout(worker.idle);
      await worker.ready;
      const answer = await ask(worker.child, decoding, limit);
      if (worker.child.connected) {
        worker.idle = setTimeout(() => worker.child.kill('SIGKILL'), IDLE_MS).unref();
        free.push(worker);
      }
      return answer;
    } finally {
      busy--;
      waiting.shift()?.();
    }
  }

  return {
    async makeSizes(content) {
      const sizes = await decode({ make: 'sizes', content });
      return sizes as Record<Variant, Buffer> | null;
    },
    async makeLogo(content) {
      return (await decode({ make: 'logo', content })) as Buffer | null;
    },
    stop() {
      for (const { child, idle } of all) {
        clearTimeout(idle);
        child.kill('SIGKILL');
      }
    },
  };
}

/** The answer of a process; null when it dies over it, or is ended since it goes beyond a limit. */
async function ask(child: ChildProcess, decoding: Decoding, limit: typeof LIMIT): Promise<unknown> {
  const end = () => child.kill('SIGKILL');
  const clock = setTimeout(end, limit.milliseconds);
  const look = setInterval(async () => {
    if ((await memoryOf(child)) > limit.bytes) end();
  }, LOOK_MS);
  let settle = (_answer: unknown) => {};
  const giveUp = () => settle(null);
  child.channel?.ref();
  try {
    return await new Promise((resolve) => {
      settle = resolve;
      child.on('message', settle).on('exit', giveUp);
      child.send(decoding, (error) => error && giveUp());
    });
  } finally {
    clearTimeout(clock);
    clearInterval(look);
    child.channel?.unref();
    child.off('message', settle).off('exit', giveUp);
  }
}

/** What a process has of the memory, in bytes; 0 where the system does not tell. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const written = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(written)?.[1] ?? 0) * 1024;
}
