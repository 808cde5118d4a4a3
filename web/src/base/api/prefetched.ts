import { serverClock } from '../../ui/clock/server-clock.ts';
import { session } from '../session/current.ts';

/** A server answer that was requested before the scripts, with the times that correct the clock. */
export interface Prefetched {
  answer: unknown;
  /** When it was sent and received (the device's clock, milliseconds). */
  sent_ms: number;
  received_ms: number;
  /** When the server wrote it, in milliseconds since 1970, and the resolution of that time. */
  server_ms: number;
  precision: number;
}

declare global {
  /** Set by `app/prefetch.ts`: the page's first data, requested before its scripts with the stored token. */
  var prefetch:
    | {
        token: string | null;
        /** Identifies the login whose view the page shows (`Session.loginId`). */
        login: string | null;
        /** The queries of the server-rendered first view, as dehydrated by TanStack Query. */
        view: Promise<Prefetched | null>;
        /** The current user, on a page without a server-rendered view. */
        me: Promise<Prefetched | null>;
        /** The last button pressed in a server-rendered view. */
        pressed: Element | null;
        /** The button or link of such a view that the pointer is holding down. */
        held: Element | null;
        /** The scripts have started to render, so a later view is ignored. */
        isOver: boolean;
      }
    | undefined;
}

/** Returns a prefetched answer, once. Null if it was not requested, failed, or used another access token. */
export async function takePrefetched(name: 'view' | 'me'): Promise<Prefetched | null> {
  const { prefetch: started } = globalThis;
  if (started === undefined) return null;
  const answer = await started[name];
  started[name] = Promise.resolve(null);
  if (answer === null || started.token !== session.get().access_token) return null;
  serverClock.correct(answer);
  return answer;
}
