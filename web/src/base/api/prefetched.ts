import { serverClock } from '../../ui/clock/server-clock.ts';
import { session } from '../session/current.ts';

/** An answer of the server that came before the scripts, and what it says of the server's clock. */
export interface Prefetched {
  answer: unknown;
  /** When it was asked for and came (the device's clock, milliseconds). */
  sent_ms: number;
  received_ms: number;
  /** When the server wrote it, in milliseconds since 1970, and how coarse that is. */
  server_ms: number;
  precision: number;
}

declare global {
  /** By `public/prefetch.js`: what a page needs first, asked for before its scripts with the kept token. */
  var prefetch:
    | {
        token: string | null;
        /** The queries that the server rendered the first view of, as TanStack Query dehydrates them. */
        view: Promise<Prefetched | null>;
        /** The current user, on a page whose first view the server does not render. */
        me: Promise<Prefetched | null>;
        /** The button of a server-rendered view that was pressed last. */
        pressed: Element | null;
        /** The button or link of such a view that a pointer holds down. */
        held: Element | null;
        /** The scripts have begun to render: a view that comes now is too late. */
        isOver: boolean;
      }
    | undefined;
}

/** What was asked for with the token that is still in use, once; null when that was not asked for, or did not come. */
export async function takePrefetched(name: 'view' | 'me'): Promise<Prefetched | null> {
  const { prefetch: started } = globalThis;
  if (started === undefined) return null;
  const taken = await started[name];
  started[name] = Promise.resolve(null);
  if (taken === null || started.token !== session.get().access_token) return null;
  serverClock.correct(taken);
  return taken;
}
