import type { Embedded } from '../../../demo/src/postgres/embedded.ts';
import type { Database } from '../../../server/src/db/pool.ts';
import { type Node, startNode } from '../../../server/src/node.ts';
import { prepareDatabase } from '../../../server/src/prepare-database.ts';
import type { WorldSize } from '../product.ts';

/**
 * Starts a node of the product on a database, with its files in a folder. Without `smtpUrl` it has no worker. Limits on calls
 * are so wide by default that a few users can represent many.
 */
export async function startMeasuredNode(
  { url, appUrl }: Pick<Embedded, 'url' | 'appUrl'>,
  dataDir: string,
  { smtpUrl = null, limitMultiplier = 1_000 }: Pick<WorldSize, 'smtpUrl' | 'limitMultiplier'>,
): Promise<Node> {
  await prepareDatabase(url, appUrl);
  return startNode({
    config: {
      secret: 'a secret for the bench that is long enough',
      publicUrl: 'http://127.0.0.1',
      mailFrom: 'Restvärde <no-reply@restvarde.example>',
      dataDir,
      s3: null,
      logLevel: 'error',
    },
    databaseUrl: appUrl,
    smtpUrl,
    limitMultiplier,
  });
}

/** An access token for each user, each with a session. */
export function openTokens(
  { sessions }: Node,
  db: Database,
  ids: number[],
  role: 10 | 20 | 30,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const opened: string[] = [];
    for (const id of ids) {
      const origin = { ip: null, user_agent: 'bench' };
      const { access } = await sessions.open(tx, { id, role }, origin);
      opened.push(access);
    }
    return opened;
  });
}

/** Listens on a free port of 127.0.0.1 and returns it. */
export async function listen({ app }: Node): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as { port: number }).port;
}
