import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

/** All that the environment says, read here and nowhere else. */
export interface Config {
  port: number;
  host: string;
  /** The address that mails and links carry, without a slash at the end. */
  publicUrl: string;
  /** Null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** Signs tokens and media addresses; at least 32 characters. */
  secret: string;
  /** Null: the embedded mailbox (demo only). */
  smtpUrl: string | null;
  mailFrom: string;
  mailboxSmtpPort: number;
  mailboxPort: number;
  logLevel: string;
  /** Nothing outside was named: the product runs alone, with a demo world. */
  demo: boolean;
  /** The demo world has auctions; without (DEMO_AUCTIONS=0) it has its people alone. */
  demoAuctions: boolean;
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the environment. Throws one `StartError` that lists all that is wrong at once. Outside demo no
 * secret has a default.
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const port = (name: string, fallback: number) => {
    const value = env[name] ?? String(fallback);
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
    faults.push(`${name} must be a port number, not "${value}".`);
    return fallback;
  };
  const url = (name: string, protocols: string[]) => {
    const value = env[name];
    if (!value) return null;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    faults.push(`${name} must be an address that begins with ${protocols.join(' or ')}//`);
    return null;
  };

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  const demo = !env.DATABASE_URL;
  const listenPort = port('PORT', 3000);
  const dataDir = resolve(env.DATA_DIR ?? '.data');
  const config: Config = {
    port: listenPort,
    host: env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: (url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${listenPort}`).replace(
      /\/+$/,
      '',
    ),
    databaseUrl,
    dataDir,
    secret: env.SECRET ?? '',
    smtpUrl,
    mailFrom: env.MAIL_FROM ?? 'Restvärde <no-reply@restvarde.example>',
    mailboxSmtpPort: port('MAILBOX_SMTP_PORT', 1025),
    mailboxPort: port('MAILBOX_PORT', 1080),
    logLevel: env.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    demo,
    demoAuctions: env.DEMO_AUCTIONS !== '0',
  };

  if (!demo) {
    for (const name of ['SECRET', 'SMTP_URL', 'PUBLIC_URL', 'MAIL_FROM']) {
      if (!env[name]) faults.push(`${name} must be set when DATABASE_URL is.`);
    }
  }
  if (env.SECRET !== undefined && env.SECRET.length < 32) {
    faults.push('SECRET must have at least 32 characters.');
  }
  if (faults.length > 0) throw new StartError(faults.join('\n'));
  if (!config.secret) config.secret = ownSecret(dataDir);
  return config;
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
