import { Child } from '../child.ts';
import type { Reached } from './processes/audience.ts';

const LIMIT_MS = 30_000;

/** Open sockets that each wait for a message. */
export class Audience {
  /** The last message that reached them. */
  lastMessage = '';
  readonly #child: Child<null>;

  private constructor(child: Child<null>) {
    this.#child = child;
  }

  /** Opens sockets. With tokens, each sends one of them and is open when that is answered. */
  static async open(count: number, url: string, tokens: string[] | null = null): Promise<Audience> {
    const child = await Child.start<null>('bench/processes/audience');
    await child.call('open', { count, url, tokens });
    return new Audience(child);
  }

  /**
   * Milliseconds from `send` until the last socket got a message.
   * @throws Error if that takes half a minute, or a socket gets two.
   */
  async time(send: () => unknown): Promise<number> {
    await this.#child.call('expect');
    const late = Promise.withResolvers<never>();
    const error = new Error(`Not all sockets got the message within ${LIMIT_MS} ms.`);
    const timer = setTimeout(() => late.reject(error), LIMIT_MS);
    const reached = this.#child.call<Reached>('reached');
    const startedAt_ns = process.hrtime.bigint();
    try {
      const [last] = await Promise.race([Promise.all([reached, send()]), late.promise]);
      this.lastMessage = last.message;
      return Number(BigInt(last.at_ns) - startedAt_ns) / 1e6;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    return this.#child.stop();
  }
}
