import type { Embedded } from '../../../demo/src/postgres/embedded.ts';
import type { Database } from '../../src/db/pool.ts';
import { type Node, startNode } from '../../src/node.ts';
import { prepareDatabase } from '../../src/prepare-database.ts';

/** A node of the product on a database in a folder, as benches measure it. */
export async function startMeasuredNode(
  { url, appUrl }: Pick<Embedded, 'url' | 'appUrl'>,
  dataDir: string,
  limits: { smtpUrl: string | null; limitMultiplier: number },
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
    ...limits,
  });
}

/** Access tokens, of a session each. */
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

/** Listens on a free port of this machine, and returns it. */
export async function listen({ app }: Node): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as { port: number }).port;
}
