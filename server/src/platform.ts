import type { Viewer } from '@restvarde/contract/roles';
import type { Config } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Bus } from './live/bus.ts';
import type { Media } from './media/media.ts';

/** The machinery that features stand on; made in main.ts, and anew for each test file. */
export interface Platform {
  config: Pick<Config, 'secret' | 'publicUrl' | 'mailFrom'>;
  pool: Pool;
  jobs: Jobs;
  bus: Bus;
  media: Media;
  /** Whose access token is this? Null when it is none, or no longer one. */
  viewerOf(token: string): Promise<Viewer | null>;
}
