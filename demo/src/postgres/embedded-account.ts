import { access, constants, readFile, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { StartError } from '@restvarde/server/start-error';

/** A command to spawn; uid and gid only if Node has to change the user. */
export type Command = { file: string; args: string[]; uid?: number; gid?: number };

/** The user that PostgreSQL runs as; `ids` is null for this process's user. */
export type Account = {
  ids: { uid: number; gid: number } | null;
  command(file: string, args: string[]): Command;
};

const CAPABILITIES = { dac_override: 1, dac_read_search: 2 };

/**
 * Chooses the user for PostgreSQL. It refuses to run as root, and then runs as the owner of its cluster, at first `nobody`.
 * If that user cannot reach the binaries or the cluster, such as in a closed home folder, it gets the one capability that
 * allows it. Throws StartError if that is impossible.
 */
export async function chooseAccount(cluster: string, binary: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => null);
  if (process.getuid?.() !== 0) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new StartError(
        `The database in ${cluster} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
      );
    }
    return { ids: null, command: (file, args) => ({ file, args }) };
  }
  const ids = owner?.uid ? { uid: owner.uid, gid: owner.gid } : await findNobody();
  const closed = await findClosed([dirname(cluster), binary], ids);
  if (!closed) return { ids, command: (file, args) => ({ file, args, ...ids }) };
  const setpriv = await findProgram('setpriv');
  const capability = await chooseCapability(binary);
  if (!setpriv || !capability) {
    throw new StartError(
      `PostgreSQL cannot run as root, and ${closed} is closed to other users: open it, ${setpriv ? '' : 'install setpriv (package util-linux), '}or start as an ordinary user.`,
    );
  }
  return {
    ids,
    command: (file, args) => ({
      file: setpriv,
      args: [
        `--reuid=${ids.uid}`,
        `--regid=${ids.gid}`,
        '--clear-groups',
        `--inh-caps=+${capability}`,
        `--ambient-caps=+${capability}`,
        // Without it access(2), which PostgreSQL uses to find its programs, ignores capabilities.
        '--securebits=+no_setuid_fixup',
        file,
        ...args,
      ],
    }),
  };
}

async function findNobody(): Promise<{ uid: number; gid: number }> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid = '65534', gid = '65534'] = /^nobody:.*$/m.exec(passwd)?.[0].split(':') ?? [];
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** Returns the first folder or file of the paths that the user may not enter, or null. */
async function findClosed(paths: string[], ids: { uid: number; gid: number }) {
  for (const path of paths) {
    for (let at = path; ; at = dirname(at)) {
      const { uid, gid, mode } = await stat(at);
      const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
      if (!(mode & bit)) return at;
      if (dirname(at) === at) break;
    }
  }
  return null;
}

/** Permission to read is enough, unless it is withheld, as in Docker, or the program itself is closed. */
async function chooseCapability(binary: string) {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const permitted = BigInt(`0x${/^CapPrm:\s*(\w+)/m.exec(status)?.[1] ?? '0'}`);
  const open = (await stat(binary)).mode & 0o001;
  const wanted = open
    ? (['dac_read_search', 'dac_override'] as const)
    : (['dac_override'] as const);
  return wanted.find((name) => permitted & (1n << BigInt(CAPABILITIES[name])));
}

async function findProgram(name: string): Promise<string | null> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/bin']) {
    const file = join(folder, name);
    if (
      folder &&
      (await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return file;
  }
  return null;
}
