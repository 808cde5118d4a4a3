import type { Config, OidcSettings } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { Reader } from './db/replica.ts';
import type { Callers } from './http/route.ts';
import type { Jobs } from './jobs/queue.ts';
import type { UnderWay } from './jobs/under-way.ts';
import type { Bus } from './live/bus.ts';
import type { Media } from './media/media.ts';

/** What emails and pollers stand on, in a thread of their own. */
export interface WorkerContext {
  config: Pick<Config, 'secret' | 'publicUrl' | 'mailFrom' | 'dataDir' | 's3'>;
  pool: Pool;
  jobs: Jobs;
  media: Pick<Media, 'forEmails' | 'remove' | 'removePieces'>;
  /** The bids of this node, which emails make way for. */
  bidding: UnderWay;
  /** Of an email: the jobs that were taken with its own. What all of them ask for may be read at once. */
  together?: readonly unknown[];
}

/** The provider that the environment names. */
export interface OwnProvider {
  /** Whose addresses it is believed about; empty: all that are no other provider's. */
  domains: string[];
  /** Its `email` claim is believed without `email_verified` (AUTH-17). */
  trustsEmail?: boolean;
  /** How it is reached; a demo's own is started by it. */
  settings(): Promise<OidcSettings>;
}

/** What features stand on; made by `node.ts`. */
export interface AppContext extends WorkerContext, Callers {
  bus: Bus;
  /** What lists and sums are read by: what the person that they are shown to has just done is in them (OPS-18). */
  reader: Reader;
  media: Media;
  /** Who signs people on by the environment, beside the companies' own; null when nobody does (AUTH-7). */
  oidc: OwnProvider | null;
  /** Is a new password among those that have leaked (AUTH-14)? */
  isBreached(password: string): Promise<boolean>;
}
