import type { VehicleLookup } from '@restvarde/contract/vehicles/vehicle-lookup';
import type { Config, OidcSettings } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { Reader } from './db/replica.ts';
import type { Callers } from './http/route.ts';
import type { Jobs } from './jobs/queue.ts';
import type { UnderWay } from './jobs/under-way.ts';
import type { Bus } from './live/bus.ts';
import type { Media } from './media/media.ts';

/** Dependencies of emails and pollers, which run in a worker thread. */
export interface WorkerContext {
  config: Pick<Config, 'secret' | 'publicUrl' | 'mailFrom' | 'dataDir' | 's3'> &
    Partial<Pick<Config, 'anchorEmail' | 'reachesPrivate'>>;
  pool: Pool;
  jobs: Jobs;
  media: Pick<Media, 'forEmails' | 'remove' | 'removePieces' | 'sha256'>;
  /** Bids in progress on this node; emails yield to them. */
  bidding: UnderWay;
  /** For an email: all jobs of its batch, so that shared data can be read once. */
  together?: readonly unknown[];
}

/** The provider that the environment configures. */
export interface OwnProvider {
  /** Domains it may vouch for; empty: all that no other provider has. */
  domains: string[];
  /** Trusts its `email` claim without `email_verified` (AUTH-17). */
  trustsEmail?: boolean;
  /** Resolves to its connection settings; the demo starts its own provider. */
  settings(): Promise<OidcSettings>;
}

/** Dependencies of the features; built by `node.ts`. */
export interface AppContext extends WorkerContext, Callers {
  bus: Bus;
  /** Reads lists and sums, including the viewer's own latest writes (OPS-18). */
  reader: Reader;
  media: Media;
  /** The environment's sign-on provider, besides those of companies; null if none (AUTH-7). */
  oidc: OwnProvider | null;
  /** The public key that browsers subscribe to notifications with; null: they cannot (PUSH-6). */
  push_key: string | null;
  /** Looks up a registration number at the operator's provider (FORM-15). Never rejects. */
  lookUpVehicle(registration_number: string): Promise<VehicleLookup>;
  /** Whether a new password is on the list of leaked ones (AUTH-14). */
  isBreached(password: string): Promise<boolean>;
}
