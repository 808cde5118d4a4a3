import { setTimeout as pause } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

/** So often it is looked whether the server lives. */
const LOOK_INTERVAL_MS = 500;

/**
 * Watches a server and starts it again whenever it has died. `onLost` is told, once, why it cannot be started.
 * Stop gives the server that runs by then, which is the caller's to end.
 */
export function keepUp(
  first: Postmaster,
  startAgain: (former: Postmaster) => Promise<Postmaster>,
  onLost: (error: Error) => void,
): { stop(): Promise<Postmaster> } {
  const stopping = new AbortController();
  let server = first;
  const watch = async () => {
    for (;;) {
      await pause(LOOK_INTERVAL_MS, null, { ref: false, signal: stopping.signal });
      if (!isAlive(server.pid)) server = await startAgain(server);
    }
  };
  const watching = watch().catch((error: Error) => {
    if (!stopping.signal.aborted) onLost(error);
  });
  return {
    async stop() {
      stopping.abort();
      await watching;
      return server;
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process lives, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
