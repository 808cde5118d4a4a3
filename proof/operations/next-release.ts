import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Creates the next release in a folder: the same code, a higher version, and a migration that only adds. Returns its
 * production entry.
 */
export async function makeNextRelease(
  folder: string,
): Promise<{ main: string; version: string; schema: string }> {
  const server = join(folder, 'server');
  await mkdir(server, { recursive: true });
  await cp(join(ROOT, 'server/src'), join(server, 'src'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(ROOT, 'web'), join(folder, 'web'));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const own = JSON.parse(await readFile(join(ROOT, 'server/package.json'), 'utf8'));
  const [major, minor] = own.version.split('.');
  const version = `${major}.${Number(minor) + 1}.0`;
  await writeFile(join(server, 'package.json'), JSON.stringify({ ...own, version }));
  const schema = '9999-next-release';
  await writeFile(
    join(server, 'src/db/migrations', `${schema}.sql`),
    `alter table auctions add column of_the_next_release integer not null default 0;
     create table next_release (id integer primary key);`,
  );
  return { main: join(server, 'src/main.ts'), version, schema };
}
