import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { email as emailSchema } from '@restvarde/contract/auth/login';
import { type Config, readConfig } from '../config.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import {
  checkCertificate,
  checkInstallation,
  checkMail,
  checkProxy,
  checkSignOn,
  checkStore,
} from '../doctor/check-surroundings.ts';
import { type Finding, findingsAbout, wordsOf } from '../doctor/finding.ts';
import { StartError } from '../start-error.ts';
import { readManifest } from './backup-manifest.ts';
import type { Command } from './base/command.ts';

const NEARLY_FULL = 0.1;

export const doctor: Command = {
  summary: 'check settings and environment, and list faults',
  help: `Checks the settings, the database (roles, rights, notifications, clock, migrations), SECRET, the mail server, the
bucket or folder and its disk, the route from PUBLIC_URL to a node, the certificate, single sign-on and the backups. It writes and removes a
probe file in the picture store, and changes nothing else. Run it on the machine of a node, with its environment.

  --email <address>   send a test e-mail
  --backups <folder>  check the age of the newest backup

Each line is ok, warning or fault. Exits with 0 when there is no fault, with 1 when there is one.`,
  options: { email: { type: 'string' }, backups: { type: 'string' } },
  async run({ env, options, isDry, print }) {
    const address = readAddress(options.email);
    const config = readSettings(env);
    const findings = Array.isArray(config)
      ? config
      : await examine(config, {
          address: isDry ? null : address,
          backups: typeof options.backups === 'string' ? options.backups : null,
        });
    for (const { level, about, sentence } of findings)
      print(`${level.padEnd(8)} ${about}: ${sentence}`);
    const count = (level: Finding['level']) =>
      findings.filter((finding) => finding.level === level).length;
    print(`${count('fault')} faults, ${count('warning')} warnings.`);
    return count('fault') > 0 ? 1 : 0;
  },
};

function readAddress(written: unknown): string | null {
  if (written === undefined) return null;
  const address = emailSchema.safeParse(written);
  if (!address.success) throw new StartError(`${written} is not an e-mail address.`);
  return address.data;
}

/** Reads the settings, or returns their faults; nothing else can be checked without them. */
function readSettings(env: Parameters<typeof readConfig>[0]): Config | Finding[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message.split('\n').map((line) => findingsAbout('Settings').fault(line));
  }
}

async function examine(
  config: Config,
  { address, backups }: { address: string | null; backups: string | null },
): Promise<Finding[]> {
  const found = await Promise.all([
    checkInstallation(config),
    checkDatabase(config),
    checkMail(config, address),
    checkStore(config),
    checkProxy(config),
    checkCertificate(config),
    checkSignOn(config),
    checkBackups(backups),
  ]);
  return [findingsAbout('Settings').ok('They are complete.'), ...found.flat()];
}

/** Checks that the newest backup is from last night, and that there is room for the next. */
async function checkBackups(folder: string | null): Promise<Finding[]> {
  const { ok, warning, fault } = findingsAbout('Backup');
  if (folder === null) return [warning('Not looked at: name the folder by --backups <folder>.')];
  try {
    const names = (await readdir(folder)).filter((name) => /^\d{4}-\d\d-\d\dT\d{6}$/.test(name));
    const newest = names.sort().at(-1);
    if (newest === undefined) return [fault(`There is no backup in ${folder}.`)];
    const { taken_at } = await readManifest(join(folder, newest));
    const hours = Math.round((Date.now() - Date.parse(taken_at)) / 3_600_000);
    const disk = await statfs(folder);
    const isNearlyFull = disk.bavail < NEARLY_FULL * disk.blocks;
    return [
      hours > 7 * 24
        ? fault(`The newest is ${Math.floor(hours / 24)} days old.`)
        : hours > 36
          ? warning(`The newest is ${hours} hours old.`)
          : ok(`The newest is ${hours} hours old.`),
      ...(isNearlyFull ? [warning('Its disk has less than 10 % free space.')] : []),
    ];
  } catch (error) {
    return [fault(`The backups cannot be read: ${wordsOf(error)}.`)];
  }
}
