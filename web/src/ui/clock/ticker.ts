import { createContext, use, useSyncExternalStore } from 'react';
import { serverClock } from './server-clock.ts';

/** The time the server renders a first view for, in milliseconds since 1970. */
export const ViewTime = createContext(0);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick() {
  for (const listener of listeners) listener();
  schedule();
}

/** One timer for the page, aligned to whole seconds of the server's clock. */
function schedule() {
  timer = setTimeout(tick, 1000 - (serverClock.now() % 1000));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) schedule();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/**
 * Returns `read(now)` for the server's time, updated every second. The component renders again only when the result
 * changes, so `read` returns a primitive.
 */
export function useTick<T extends string | number | boolean | null>(read: (now: number) => T): T {
  const now_ms = use(ViewTime);
  return useSyncExternalStore(
    subscribe,
    () => read(serverClock.now()),
    () => read(now_ms),
  );
}
