import { providerOfEnvironment } from '../../auth/sign-on-providers.ts';
import { readConfig } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Tx } from '../../db/pool.ts';
import { type NodeOptions, startNode } from '../../node.ts';
import { prepareDatabase } from '../../prepare-database.ts';
import type { Invocation } from './command.ts';

/** An operator's import is not a flood. */
const LIMIT_MULTIPLIER = 10_000;

/** Rolls back a dry run. */
const UNDO = new Error('A dry run is undone.');

/**
 * Runs work in one transaction, with a context for the product's features: they write as for people, including emails,
 * and all is committed or nothing. A dry run rolls back.
 * @throws StartError if the environment or the database is not right.
 */
export async function inOneTransaction<Result>(
  { env, isDry }: Pick<Invocation, 'env' | 'isDry'>,
  work: (context: AppContext, tx: Tx) => Promise<Result>,
  options: Pick<NodeOptions, 'replacesSecret'> = {},
): Promise<Result> {
  const config = readConfig(env);
  const { databaseUrl, directUrl, ownerUrl } = config;
  await prepareDatabase(ownerUrl, directUrl);
  const node = await startNode({
    config,
    databaseUrl,
    directUrl,
    smtpUrl: null,
    ...options,
    oidc: providerOfEnvironment(config.oidc),
    limitMultiplier: LIMIT_MULTIPLIER,
  });
  let result: { value: Result } | undefined;
  try {
    const { context } = node;
    await context.pool.db.transaction().execute(async (tx) => {
      const pool = { ...context.pool, db: withinTransaction(tx) };
      result = { value: await work({ ...context, pool }, tx) };
      if (isDry) throw UNDO;
    });
  } catch (error) {
    if (error !== UNDO) throw error;
  } finally {
    await node.stop();
  }
  return result!.value;
}

/** A database whose transactions are all `tx`. */
function withinTransaction(tx: Tx): Database {
  return new Proxy(tx, {
    get(target, name) {
      if (name === 'transaction')
        return () => ({ execute: <R>(work: (tx: Tx) => Promise<R>) => work(target) });
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as unknown as Database;
}
