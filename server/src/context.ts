import type { Config, OidcSettings } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { Callers } from './http/route.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Bus } from './live/bus.ts';
import type { Media } from './media/media.ts';

/** What emails and pollers stand on, in a thread of their own. */
export interface WorkerContext {
  config: Pick<Config, 'secret' | 'publicUrl' | 'mailFrom'>;
  pool: Pool;
  jobs: Jobs;
}

/** What features stand on; made by `node.ts`. */
export interface AppContext extends WorkerContext, Callers {
  bus: Bus;
  media: Media;
  /** Who signs people on for their employer; null when nobody does (AUTH-7). */
  oidc: (() => Promise<OidcSettings>) | null;
}
