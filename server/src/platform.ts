import type { Viewer } from '@restvarde/contract/roles';
import type { Config, OidcSettings } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { Limits } from './http/limits.ts';
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
export interface Platform extends Backstage {
  bus: Bus;
  media: Media;
  limits: Limits;
  /** Who signs people on for their employer; null when nobody does (AUTH-7). */
  oidc: (() => Promise<OidcSettings>) | null;
  /** Whose access token is this, and of which session? Null when it is none, or no longer one. */
  sessionOf(token: string): Promise<{ id: string; viewer: Viewer } | null>;
}
