import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, type Environment, readConfig, readPort } from '@restvarde/server/config';
import { StartError } from '@restvarde/server/start-error';

/** The demo's settings from the environment. */
export interface DemoConfig {
  /** `databaseUrl` is set when the database runs, `smtpUrl` when the mailbox has a port. */
  server: Omit<Config, 'databaseUrl'>;
  /** An external mail server replaces the mailbox. */
  hasMailbox: boolean;
  mailboxSmtpPort: number;
  mailboxPort: number;
  /** Port of the demo's sign-on provider; 0 takes a free one when it is first needed. */
  signOnPort: number;
  /** False (DEMO_AUCTIONS=0): the world has users only. */
  hasAuctions: boolean;
  /** Number of auctions in addition to the demo's own (DEMO_AUCTIONS=1000). */
  moreAuctions: number;
}

/** Placeholder for an address that is known after the start of its service. */
const OWN_DATABASE = 'postgres://own';

/**
 * Reads the environment. Throws one `StartError` that lists all errors, and refuses production, because the demo's
 * passwords are public.
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
      WEBHOOK_PRIVATE: env.WEBHOOK_PRIVATE ?? '1',
      SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${ports.mailboxSmtpPort}`,
    });
    if (faults.length > 0) throw new StartError(faults.join('\n'));
    return { server, hasMailbox: !env.SMTP_URL, ...auctions, ...ports };
  } catch (error) {
    if (!(error instanceof StartError) || faults.length === 0) throw error;
    throw new StartError([...new Set([...error.message.split('\n'), ...faults])].join('\n'));
  }
}

const MAX_AUCTIONS = 100_000;

function readAuctionCount(env: Environment, faults: string[]) {
  const written = env.DEMO_AUCTIONS || '1';
  const count = /^\d{1,6}$/.test(written) ? Number(written) : Number.NaN;
  if (!(count <= MAX_AUCTIONS)) {
    faults.push(`DEMO_AUCTIONS must be a number up to ${MAX_AUCTIONS}, not "${written}".`);
  }
  return { hasAuctions: count !== 0, moreAuctions: count > 1 ? count : 0 };
}

/** Keeps the secret of the first start, so that logins survive a restart. */
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
