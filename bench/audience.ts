import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Ask } from './audience-process.ts';
import { answer } from './product.ts';

const ENTRY = join(import.meta.dirname, 'audience-process.ts');
const LATE_MS = 30_000;

/** Open sockets that wait for one message each, in a process of their own. */
export class Audience {
  lastMessage = '';
  readonly size: number;
  #child: ChildProcess;

  private constructor(child: ChildProcess, size: number) {
    this.#child = child;
    this.size = size;
  }

  /** Opens so many sockets; with tokens each says one of them, and is in when it has been answered. */
  static async open(size: number, url: string, tokens: string[] | null = null): Promise<Audience> {
    // Whatever the bench itself is run with must not let it end while it waits to be asked.
    const child = fork(ENTRY, { execArgv: [] });
    try {
      await ask(child, { ask: 'join', count: size, url, tokens });
    } catch (error) {
      child.kill();
      throw error;
    }
    return new Audience(child, size);
  }

  /**
   * Milliseconds from `speak` until the last socket has been reached.
   * @throws Error when that takes half a minute, or one is reached twice.
   */
  async time(speak: () => unknown): Promise<number> {
    await ask(this.#child, { ask: 'expect' });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () =>
        late.reject(
          new Error(`Not all of ${this.size} sockets were reached within ${LATE_MS} ms.`),
        ),
      LATE_MS,
    );
    const reached = answer<{ at_ns: string; message: string }>(this.#child);
    const begun_ns = process.hrtime.bigint();
    try {
      const [last] = await Promise.race([Promise.all([reached, speak()]), late.promise]);
      this.lastMessage = last.message;
      return Number(BigInt(last.at_ns) - begun_ns) / 1e6;
    } finally {
      clearTimeout(timer);
    }
  }

  leave(): void {
    this.#child.kill();
  }
}

function ask(child: ChildProcess, question: Ask): Promise<unknown> {
  const answered = answer(child);
  child.send(question);
  return answered;
}
