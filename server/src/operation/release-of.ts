import { listMigrations } from '../db/migrate.ts';
import { VERSION } from '../release.ts';

/** What is running (OPS-4). */
export interface Release {
  version: string;
  /** What it was built of; null where nobody said. */
  commit: string | null;
  /** The last migration that it knows. */
  schema: string;
}

export function releaseOf(commit: string | null): Release {
  return { version: VERSION, commit, schema: listMigrations().at(-1)! };
}
