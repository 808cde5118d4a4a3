import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, type Environment, readConfig, readPort } from '@restvarde/server/config';
import { StartError } from '@restvarde/server/start-error';

/** What the environment says of a demo, which brings its own surroundings. */
export interface DemoConfig {
  /** Its `databaseUrl` is not known before the database runs, nor its `smtpUrl` before a mailbox that has to find a port. */
  server: Omit<Config, 'databaseUrl'>;
  /** A mail server from outside stands in for the mailbox. */
  hasMailbox: boolean;
  mailboxSmtpPort: number;
  mailboxPort: number;
  /** Where the demo's own sign-on provider listens; 0 takes a free port when it is first needed. */
  signOnPort: number;
  /** Without (DEMO_AUCTIONS=0) the world has its people alone. */
  hasAuctions: boolean;
  /** So many more auctions (DEMO_AUCTIONS=1000), to try what it is like to find something among them. */
  moreAuctions: number;
}

/** Stands for an address that the demo finds out by starting what is there. */
const OWN_DATABASE = 'postgres://own';

/**
 * Reads the environment of a demo. Throws one `StartError` that lists all that is wrong at once, and in
 * production another: the demo's passwords are known to all.
 */
export function readDemoConfig(env: Environment): DemoConfig {
  if (env.NODE_ENV === 'production') {
    throw new StartError('DATABASE_URL must be set: with NODE_ENV=production no demo is opened.');
  }
  const faults: string[] = [];
  const ports = {
    mailboxSmtpPort: readPort(env, 'MAILBOX_SMTP_PORT', 1025, faults),
    mailboxPort: readPort(env, 'MAILBOX_PORT', 1080, faults),
    signOnPort: readPort(env, 'DEMO_IDP_PORT', 0, faults),
  };
  const auctions = readAuctionCount(env, faults);
  const dataDir = resolve(env.DATA_DIR || '.data');
  try {
    const server = readConfig({
      ...env,
      DATABASE_URL: OWN_DATABASE,
      DATA_DIR: dataDir,
      HOST: env.HOST ?? '127.0.0.1',
      LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
      MAIL_FROM: env.MAIL_FROM ?? 'Restvärde <no-reply@restvarde.example>',
      PUBLIC_URL: env.PUBLIC_URL || `http://localhost:${readPort(env, 'PORT', 3000, [])}`,
      SECRET: env.SECRET ?? ownSecret(dataDir),
      SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${ports.mailboxSmtpPort}`,
    });
    if (faults.length > 0) throw new StartError(faults.join('\n'));
    return { server, hasMailbox: !env.SMTP_URL, ...auctions, ...ports };
  } catch (error) {
    if (!(error instanceof StartError) || faults.length === 0) throw error;
    throw new StartError([...new Set([...error.message.split('\n'), ...faults])].join('\n'));
  }
}

const MOST_AUCTIONS = 100_000;

function readAuctionCount(env: Environment, faults: string[]) {
  const written = env.DEMO_AUCTIONS || '1';
  const count = /^\d{1,6}$/.test(written) ? Number(written) : Number.NaN;
  if (!(count <= MOST_AUCTIONS)) {
    faults.push(`DEMO_AUCTIONS must be a number up to ${MOST_AUCTIONS}, not "${written}".`);
  }
  // 1 says only that there are to be some.
  return { hasAuctions: count !== 0, moreAuctions: count > 1 ? count : 0 };
}

/** A demo keeps the secret that it made at its first start, so that logins survive a restart. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    mkdirSync(dataDir, { recursive: true });
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}
