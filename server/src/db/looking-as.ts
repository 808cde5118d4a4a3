import { AsyncLocalStorage } from 'node:async_hooks';
import type { Viewer } from '@restvarde/contract/roles';
import pg from 'pg';
import { endAtOnce } from './watched-client.ts';

/** Who looks, as the policies of the tables read it: company, station and user, 0 for none; empty for the product itself. */
const looking = new AsyncLocalStorage<string>();

/**
 * Lets the database show nothing else to what `look` asks than what the viewer's tenant may know, whatever the
 * statements forget (DATA-5). A superuser sees all.
 */
export function lookingAs<T>(viewer: Viewer, look: () => T): T {
  const { company_id, service_station_id, user_id } = viewer;
  return looking.run(
    viewer.is_superuser ? '' : `${company_id ?? -1} ${service_station_id ?? 0} ${user_id}`,
    look,
  );
}

type OnClient = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/**
 * A pool whose connections know who looks: each is told when it is taken for somebody else than the last time. What is
 * asked follows at once on the same connection, which has `pipeline` set: nobody waits for an answer to it.
 */
export class TellingPool extends pg.Pool {
  readonly #told = new WeakMap<pg.PoolClient, string>();

  override connect(): Promise<pg.PoolClient>;
  override connect(onClient: OnClient): void;
  override connect(onClient?: OnClient): Promise<pg.PoolClient> | undefined {
    const caller = looking.getStore() ?? '';
    if (!onClient) return super.connect().then((client) => this.#tell(client, caller));
    super.connect((error, client, done) => {
      onClient(error, client && this.#tell(client, caller), done);
    });
    return undefined;
  }

  #tell(client: pg.PoolClient, caller: string): pg.PoolClient {
    if ((this.#told.get(client) ?? '') === caller) return client;
    this.#told.set(client, caller);
    void client.query(`set app.caller = '${caller}'`, (error: Error | undefined) => {
      if (!error) return;
      // One that could not be told must not be asked, and what has been asked behind it must not be answered.
      endAtOnce((client as pg.PoolClient & pg.Client).connection);
    });
    return client;
  }
}
