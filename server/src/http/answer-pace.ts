import type { Socket } from 'node:net';
import { ForgetfulMap } from '../forgetful-map.ts';
import { ANSWER_PACE } from './limit-table.ts';

/** Delays the replies to refused requests, so that a flood cannot set the pace (LIMIT-3). */
export interface AnswerPace {
  /** Resolves when a refused request of this key may be answered, or its caller has hung up. */
  wait(key: string, socket: Socket): Promise<void>;
  /** Releases all waiting replies when the node stops. */
  stop(): void;
}

/** Forgotten keys start again without a delay. */
const MEMORY_SIZE = 10_000;

/**
 * Opens the pace for refused requests. A refusal costs a node as much as a small request, so a client that repeats at
 * once would delay everybody else. With a `multiplier` of two, twice as many are answered at once and
 * per second.
 */
export function openAnswerPace(
  multiplier = 1,
  { burst, every_ms, longest_ms } = ANSWER_PACE,
): AnswerPace {
  const step_ms = every_ms / multiplier;
  const slack_ms = burst * every_ms;
  /** When a key's burst is whole again, by `performance.now()`. */
  const wholeAt = new ForgetfulMap<string, number>(MEMORY_SIZE);
  const waiting = new Map<Socket, () => void>();
  let isStopped = false;

  const takePlace = (key: string) => {
    const now = performance.now();
    const next = Math.max(wholeAt.get(key) ?? 0, now) + step_ms;
    const at = Math.min(next, now + slack_ms + longest_ms);
    wholeAt.set(key, at);
    return Math.max(at - now - slack_ms, 0);
  };

  return {
    async wait(key, socket) {
      const wait_ms = takePlace(key);
      if (wait_ms === 0 || isStopped) return;
      if (waiting.has(socket)) {
        // A browser waits for the reply before it sends the next request on a connection. Other clients would pile up
        // requests here.
        socket.destroy();
        return;
      }
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          socket.off('close', go);
          waiting.delete(socket);
          resolve();
        };
        const timer = setTimeout(go, wait_ms);
        socket.once('close', go);
        waiting.set(socket, go);
      });
    },
    stop() {
      isStopped = true;
      for (const go of waiting.values()) go();
    },
  };
}
