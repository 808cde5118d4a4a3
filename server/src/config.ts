import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bucket } from './media/store.ts';
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
  /** Null: no single sign-on; a demo brings its own (AUTH-7). */
  oidc: OidcSettings | null;
  /** Null: pictures and documents lie under `dataDir`. */
  s3: Bucket | null;
  /** Where the demo's own provider listens; 0 takes a free port when it is first needed. */
  demoIdpPort: number;
  logLevel: string;
  /** Nothing outside was named: the product runs alone, with a demo world. */
  demo: boolean;
  /** The demo world has auctions; without (DEMO_AUCTIONS=0) it has its people alone. */
  demoAuctions: boolean;
}

/** A client of an OpenID Connect provider, such as AD FS. */
export interface OidcSettings {
  issuer: string;
  client_id: string;
  client_secret: string;
}

/** Hosts that are this machine. */
export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

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
    faults.push(`${name} must be an address that begins with ${protocols.join('// or ')}//`);
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
    oidc: readOidc(env, faults),
    s3: readBucket(env, faults),
    demoIdpPort: port('DEMO_IDP_PORT', 0),
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

/** All three or none. Without TLS only on this machine, since the client's secret is sent there. */
function readOidc(env: Environment, faults: string[]): OidcSettings | null {
  const [issuer, client_id, client_secret] = [
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
  ].map((name) => env[name] ?? '') as [string, string, string];
  if (!issuer && !client_id && !client_secret) return null;
  if (!issuer || !client_id || !client_secret) {
    faults.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  } else if (!isTrustworthy(issuer)) {
    faults.push('OIDC_ISSUER must be an address that begins with https://');
  }
  return { issuer, client_id, client_secret };
}

/** The bucket for pictures and documents; all of its settings or none. */
function readBucket(env: Environment, faults: string[]): Bucket | null {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map((name) => env[name] || null);
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return null;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    if (URL.canParse(endpoint)) {
      return {
        endpoint,
        bucket,
        accessKeyId,
        secretAccessKey,
        region: env.S3_REGION || 'eu-north-1',
      };
    }
    faults.push('S3_ENDPOINT must be an address.');
  } else {
    faults.push(`${names.join(', ')} must be set together.`);
  }
  return null;
}

function isTrustworthy(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
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
