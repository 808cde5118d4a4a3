import type { Socket } from 'node:net';
import { ForgetfulMap } from '../forgetful-map.ts';
import { ANSWER_PACE } from './limit-table.ts';

/** The answers to calls that are refused, at a pace that whoever floods cannot set (LIMIT-3). */
export interface AnswerPace {
  /** Waits until a refused call of this key may be answered, or its caller has hung up. */
  wait(key: string, socket: Socket): Promise<void>;
  /** Lets all that wait be answered, since the node stops. */
  stop(): void;
}

/** What is forgotten is answered at once again. */
const MEMORY_SIZE = 10_000;

/**
 * Opens the pace at which refused calls are answered. One costs a node as much as a small call, so that whoever calls again as soon as they are
 * answered would keep everybody else waiting. With `multiplier` it is so many times as quick.
 */
export function openAnswerPace(
  multiplier = 1,
  { burst, every_ms, longest_ms } = ANSWER_PACE,
): AnswerPace {
  const step_ms = every_ms / multiplier;
  const slack_ms = burst * every_ms;
  /** When a key is where it was before its first refused call, by `performance.now()`. */
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
        // No browser sends the next call before this one is answered: by one connection they would pile up here.
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
