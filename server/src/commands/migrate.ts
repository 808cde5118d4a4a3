import { readConfig } from '../config.ts';
import { readSchemaState } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { VERSION } from '../release.ts';
import type { Command } from './command.ts';

export const migrateDatabase: Command = {
  summary: 'bring the database up to this release, its job queue too',
  help: `Every node does it at its start; as a step of its own it is done before the first of them, as the owner of
the tables (DATABASE_OWNER_URL), who gives the role of the nodes its rights. With --dry-run it says what would be run.`,
  async run({ env, isDry, print }) {
    const { directUrl, ownerUrl } = readConfig(env);
    const pool = openPool(ownerUrl, 1);
    const { missing, unknown } = await readSchemaState(pool.db).finally(() => pool.end());
    if (!isDry) await prepareDatabase(ownerUrl, directUrl);
    const list = missing.join(', ');
    if (unknown.length > 0)
      print(`It has been migrated by a newer release, beside which ${VERSION} runs.`);
    else if (missing.length === 0) print(`It is up to date with ${VERSION}.`);
    else print(`${isDry ? 'To be run' : 'Run'}: ${list}.`);
    return 0;
  },
};
