import { listMigrations } from '../db/migrate.ts';
import { VERSION } from '../release.ts';

/** The running release (OPS-4). */
export interface Release {
  version: string;
  /** The commit of the build; null if unknown. */
  commit: string | null;
  /** The last migration that it knows. */
  schema: string;
}

export function releaseOf(commit: string | null): Release {
  return { version: VERSION, commit, schema: listMigrations().at(-1)! };
}
