import type { Config, OidcSettings } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { Callers } from './http/route.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Bus } from './live/bus.ts';
import type { Media } from './media/media.ts';

/** What letters and sweeps stand on, in a thread of their own. */
export interface Backstage {
  config: Pick<Config, 'secret' | 'publicUrl' | 'mailFrom'>;
  pool: Pool;
  jobs: Jobs;
}

/** The machinery that features stand on; made in main.ts, and anew for each test file. */
export interface Platform extends Backstage, Callers {
  bus: Bus;
  media: Media;
  /** Who signs people on for their employer; null when nobody does (AUTH-7). */
  oidc: (() => Promise<OidcSettings>) | null;
}
