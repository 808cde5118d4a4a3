import { readConfig } from '../config.ts';
import { readSchemaState } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { VERSION } from '../release.ts';
import type { Command } from './base/command.ts';

export const migrateDatabase: Command = {
  summary: 'migrate the database and its job queue to this release',
  help: `Every node does this at its start. Run it before the first node to migrate as the owner of the tables
(DATABASE_OWNER_URL), who grants the nodes' role its rights. --dry-run lists the migrations that would run.`,
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
