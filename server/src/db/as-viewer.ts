import { AsyncLocalStorage } from 'node:async_hooks';
import type { Viewer } from '@restvarde/contract/roles';
import pg from 'pg';
import { endAtOnce } from './watched-client.ts';

/**
 * `app.caller`, which the policies read: the ids of company (-1 for none), station (0 for none) and user. Empty for the
 * product itself and for superusers.
 */
const currentCaller = new AsyncLocalStorage<string>();

/**
 * Runs `read` as the viewer: the row policies hide other tenants' rows from its queries, whatever the statements filter
 * by (DATA-5). A superuser sees all.
 */
export function asViewer<T>(viewer: Viewer, read: () => T): T {
  const { company_id, service_station_id, user_id } = viewer;
  return currentCaller.run(
    viewer.is_superuser ? '' : `${company_id ?? -1} ${service_station_id ?? 0} ${user_id}`,
    read,
  );
}

/** Runs `work` without the row policies, as all writes do. The caller has checked the viewer's rights. */
export function asProduct<T>(work: () => T): T {
  return currentCaller.run('', work);
}

type OnClient = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/**
 * A pool that sets `app.caller` on a connection when the viewer has changed since its last use. The connections must have
 * `pipeline` set: the next query is sent without waiting for the reply.
 */
export class ViewerPool extends pg.Pool {
  readonly #callers = new WeakMap<pg.PoolClient, string>();

  override connect(): Promise<pg.PoolClient>;
  override connect(onClient: OnClient): void;
  override connect(onClient?: OnClient): Promise<pg.PoolClient> | undefined {
    const caller = currentCaller.getStore() ?? '';
    if (!onClient) return super.connect().then((client) => this.#setCaller(client, caller));
    super.connect((error, client, done) => {
      onClient(error, client && this.#setCaller(client, caller), done);
    });
    return undefined;
  }

  #setCaller(client: pg.PoolClient, caller: string): pg.PoolClient {
    if ((this.#callers.get(client) ?? '') === caller) return client;
    this.#callers.set(client, caller);
    void client.query(`set app.caller = '${caller}'`, (error: Error | undefined) => {
      if (!error) return;
      // Close the connection, so that queries already sent on it return nothing for the wrong caller.
      endAtOnce((client as pg.PoolClient & pg.Client).connection);
    });
    return client;
  }
}
