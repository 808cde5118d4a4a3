import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isTrustworthy } from '@restvarde/contract/companies/sign-on-providers';
import { normalDomain } from '@restvarde/contract/fields';
import { faultOfSecret } from './keys.ts';
import { StartError } from './start-error.ts';

/** The settings of a node. Only this file reads them from the environment. */
export interface Config {
  role: NodeRole;
  port: number;
  host: string;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted, besides this machine (OPS-1). */
  trustedProxies: string[];
  /** Base address of links in e-mails, without a trailing slash. */
  publicUrl: string;
  databaseUrl: string;
  /** Bypasses the transaction pooler of `databaseUrl`; the same URL if there is none (OPS-9). */
  directUrl: string;
  /** A standby for lists and sums; null: they are read from the primary (OPS-18). */
  readUrl: string | null;
  /** The role that owns the tables and runs migrations; the same URL if there is only one role (DATA-4). */
  ownerUrl: string;
  dataDir: string;
  /** Signs tokens and media addresses; must be unguessable (OPS-20). */
  secret: string;
  smtpUrl: string;
  mailFrom: string;
  /** Null: no single sign-on (AUTH-7). */
  oidc: (OidcSettings & { domains: string[]; trustsEmail: boolean }) | null;
  /** Null: pictures and documents are stored under `dataDir`. */
  s3: Bucket | null;
  logLevel: string;
  /** How long a stopping node keeps serving while proxies notice that it is not ready (OPS-2). */
  shutdownGraceMs: number;
  /** The operator vouches for the database's clock although this machine's differs (OPS-5). */
  trustsDatabaseClock: boolean;
  /** Where metrics are served; null: nowhere (OPS-11). */
  metrics: { host: string; port: number } | null;
  /** Where traces are sent; null: no tracing (OPS-19). */
  tracing: TracingSettings | null;
  /** A file of leaked passwords that are refused (AUTH-14); null: none. */
  breachedPasswords: string | null;
  /** Logs one line per reply (OPS-12). */
  logsAccess: boolean;
  /** The commit of this build; null if unknown. */
  commit: string | null;
  /** Contact for security reports, with an expiry date (OPS-16); null: none. */
  security: SecurityContact | null;
  /** Contact details of the operator for people who are not logged in (SHELL-13); null: none. */
  contact: OperatorContact | null;
  /** Gets the newest anchor of the hash chains every morning (DATA-3); null: nobody. */
  anchorEmail: string | null;
  /** Null: vehicles are not looked up (FORM-15). */
  vehicleProvider: VehicleProvider | null;
  /** Addresses entered in the product may be private and use http (PUSH-2); for tests and the demo. */
  reachesPrivate: boolean;
  /** The API description and its page are public (API-1). */
  publishesApiDocs: boolean;
}

/**
 * A node's role (OPS-17): `web` serves requests and live messages, `worker` runs background work (closes auctions,
 * sends emails, daily tasks), `all` does both.
 */
export type NodeRole = (typeof ROLES)[number];
const ROLES = ['all', 'web', 'worker'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** A client of an OpenID Connect provider, such as AD FS. */
export interface OidcSettings {
  issuer: string;
  client_id: string;
  client_secret: string;
}

/** An OpenTelemetry collector; the settings have the names of its specification. */
export interface TracingSettings {
  /** OTLP/HTTP base URL, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  /** Share of requests, batches and emails that are traced, from 0 to 1. */
  ratio: number;
}

/** The provider of the vehicle look-up (FORM-15). */
export interface VehicleProvider {
  /** Without a slash at the end. */
  url: string;
  /** Sent as a bearer token; null: none. */
  token: string | null;
}

/** The contents of `/.well-known/security.txt`. */
export interface SecurityContact {
  /** A mailto: or https: URL. */
  contact: string;
  /** `YYYY-MM-DD` */
  expires: string;
}

/** Contact details of the site's operator. */
export interface OperatorContact {
  email: string;
  /** As people write it; null: e-mail only. */
  phone: string | null;
}

/** A bucket of an S3-compatible store. */
export interface Bucket {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const POSTGRES = ['postgres:', 'postgresql:'];
const DEMO_HINT = ' `npm start` opens a demo with a database of its own.';

export type Environment = Record<string, string | undefined>;

/** Reads the environment. Throws one `StartError` that lists every fault; no secret has a default. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const url = (name: string, protocols: string[]) => {
    const value = env[name];
    if (!value) {
      faults.push(`${name} must be set.${name === 'DATABASE_URL' ? DEMO_HINT : ''}`);
      return '';
    }
    if (/^postgres(ql)?:\/\/[^/]*,/.test(value)) {
      faults.push(
        `${name} must name one server.${name === 'DATABASE_READ_URL' ? '' : ' Its address must always belong to the primary.'}`,
      );
      return '';
    }
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    faults.push(`${name} must be an address that begins with ${protocols.join('// or ')}//`);
    return '';
  };
  const databaseUrl = url('DATABASE_URL', POSTGRES);
  const directUrl = env.DATABASE_DIRECT_URL ? url('DATABASE_DIRECT_URL', POSTGRES) : databaseUrl;
  const config: Config = {
    databaseUrl,
    directUrl,
    ownerUrl: env.DATABASE_OWNER_URL ? url('DATABASE_OWNER_URL', POSTGRES) : directUrl,
    readUrl: env.DATABASE_READ_URL ? url('DATABASE_READ_URL', POSTGRES) : null,
    role: readRole(env, faults),
    port: readPort(env, 'PORT', 3000, faults),
    host: env.HOST || '0.0.0.0',
    trustedProxies: readProxies(env, faults),
    publicUrl: readPublicUrl(url('PUBLIC_URL', ['http:', 'https:']), faults),
    dataDir: resolve(env.DATA_DIR ?? '.data'),
    secret: env.SECRET ?? '',
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readMailFrom(env, faults),
    oidc: readOidc(env, faults),
    s3: readBucket(env, faults),
    logLevel: readLogLevel(env, faults),
    trustsDatabaseClock: env.TRUST_DATABASE_CLOCK === '1',
    shutdownGraceMs: 1_000 * readGrace(env, faults),
    metrics: env.METRICS_PORT
      ? {
          host: env.METRICS_HOST || '127.0.0.1',
          port: readPort(env, 'METRICS_PORT', 0, faults),
        }
      : null,
    tracing: readTracing(env, faults),
    breachedPasswords: readBreached(env, faults),
    logsAccess: env.ACCESS_LOG === '1',
    commit: env.COMMIT || null,
    security: readSecurityContact(env, faults),
    contact: readContact(env, faults),
    anchorEmail: readAnchorEmail(env, faults),
    vehicleProvider: readVehicleProvider(env, faults),
    reachesPrivate: env.WEBHOOK_PRIVATE === '1',
    publishesApiDocs: env.API_DOCS === '1',
  };
  if (!env.SECRET) faults.push('SECRET must be set.');
  if (!env.DATA_DIR && !config.s3) {
    faults.push(
      'DATA_DIR must be set, or S3_ENDPOINT and its companions: pictures are kept there.',
    );
  }
  const secretFault = env.SECRET ? faultOfSecret(env.SECRET) : null;
  if (secretFault) faults.push(secretFault);
  if (faults.length > 0) throw new StartError(faults.join('\n'));
  return config;
}

/** Reads a port from the environment, or returns the fallback. Adds a fault if it is invalid. */
export function readPort(
  env: Environment,
  name: string,
  fallback: number,
  faults: string[],
): number {
  const value = env[name] ?? String(fallback);
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  faults.push(`${name} must be a port number, not "${value}".`);
  return fallback;
}

/** Emails and redirects append paths to it. */
function readPublicUrl(written: string, faults: string[]): string {
  const publicUrl = written.replace(/\/+$/, '');
  if (!publicUrl) return '';
  const { username, password, pathname, search, hash } = new URL(publicUrl);
  if (username || password || pathname !== '/' || search || hash)
    faults.push(
      'PUBLIC_URL must be an address and nothing more, such as https://restvarde.example',
    );
  return publicUrl;
}

/** One address, with or without a display name: `Restvärde <no-reply@restvarde.example>`. */
const SENDER = /^(?:"[^"]*"|[^"<>,;@]*)\s*<[^\s<>,;@"]+@[^\s<>,;@"]+>$|^[^\s<>,;@"]+@[^\s<>,;@"]+$/;

function readMailFrom(env: Environment, faults: string[]): string {
  const sender = env.MAIL_FROM?.trim() ?? '';
  if (!sender) faults.push('MAIL_FROM must be set.');
  else if (!SENDER.test(sender))
    faults.push(
      `MAIL_FROM must be an e-mail address such as Restvärde <no-reply@restvarde.example>, not "${sender}".`,
    );
  return sender;
}

function readLogLevel(env: Environment, faults: string[]): string {
  const level = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(level))
    faults.push(`LOG_LEVEL must be ${LOG_LEVELS.join(', ')}, not "${level}".`);
  return level;
}

function readRole(env: Environment, faults: string[]): NodeRole {
  const value = env.ROLE || 'all';
  const role = ROLES.find((one) => one === value);
  if (!role) faults.push(`ROLE must be ${ROLES.join(', ')}, not "${value}".`);
  return role ?? 'all';
}

function readBreached(env: Environment, faults: string[]): string | null {
  const file = env.BREACHED_PASSWORDS;
  if (!file) return null;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    faults.push(`BREACHED_PASSWORDS must be a file that can be read, but "${file}" is not.`);
  }
  return resolve(file);
}

function readGrace(env: Environment, faults: string[]): number {
  const value = env.SHUTDOWN_GRACE_S ?? '5';
  if (/^\d{1,2}$/.test(value) && Number(value) <= 60) return Number(value);
  faults.push(`SHUTDOWN_GRACE_S must be seconds from 0 to 60, not "${value}".`);
  return 0;
}

function readTracing(env: Environment, faults: string[]): TracingSettings | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  if (!/^https?:/.test(endpoint) || !URL.canParse(endpoint))
    faults.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:// or https://',
    );
  else if (new URL(endpoint).username)
    faults.push('OTEL_EXPORTER_OTLP_ENDPOINT must have no name: use OTEL_EXPORTER_OTLP_HEADERS.');
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || '1');
  if (!(ratio >= 0 && ratio <= 1)) faults.push('OTEL_TRACES_SAMPLER_ARG must be from 0 to 1.');
  const pairs = listed(env.OTEL_EXPORTER_OTLP_HEADERS).map(readPair);
  if (pairs.includes(null))
    faults.push('OTEL_EXPORTER_OTLP_HEADERS must be name=value, with %25 for a percent sign.');
  return {
    endpoint,
    ratio,
    headers: Object.fromEntries(pairs.filter((pair) => pair !== null)),
    service: env.OTEL_SERVICE_NAME || 'restvarde',
  };
}

/** A name and its percent-encoded value; null if malformed. */
function readPair(pair: string): [string, string] | null {
  const at = pair.indexOf('=');
  try {
    return at > 0 ? [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] : null;
  } catch {
    return null;
  }
}

/** A year, including a leap day. */
const SECURITY_CONTACT_DAYS = 366;

/** Both settings or neither: a contact must expire. */
function readSecurityContact(env: Environment, faults: string[]): SecurityContact | null {
  const contact = env.SECURITY_CONTACT ?? '';
  const expires = env.SECURITY_EXPIRES ?? '';
  if (!contact && !expires) return null;
  if (!/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(contact)) {
    faults.push('SECURITY_CONTACT must be an address that begins with mailto: or https://');
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(expires) || Number.isNaN(Date.parse(expires))) {
    faults.push('SECURITY_EXPIRES must be a day such as 2027-10-01, beside SECURITY_CONTACT.');
  }
  // RFC 9116, 2.5.5 recommends an expiry less than a year ahead.
  if (Date.parse(expires) > Date.now() + SECURITY_CONTACT_DAYS * 86_400_000) {
    faults.push(`SECURITY_EXPIRES must be at most a year ahead, not ${expires}.`);
  }
  return { contact, expires };
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

function readContact(env: Environment, faults: string[]): OperatorContact | null {
  const email = env.CONTACT_EMAIL ?? '';
  const phone = env.CONTACT_PHONE ?? '';
  if (!email && !phone) return null;
  if (!ADDRESS.test(email)) {
    faults.push('CONTACT_EMAIL must be an e-mail address, also where CONTACT_PHONE is set.');
  }
  return { email, phone: phone || null };
}

function readAnchorEmail(env: Environment, faults: string[]): string | null {
  const email = env.ANCHOR_EMAIL;
  if (!email) return null;
  if (!ADDRESS.test(email)) faults.push(`ANCHOR_EMAIL must be an e-mail address, not "${email}".`);
  return email;
}

function readVehicleProvider(env: Environment, faults: string[]): VehicleProvider | null {
  const url = env.VEHICLE_LOOKUP_URL?.replace(/\/+$/, '');
  if (!url) return null;
  if (!/^https?:/.test(url) || !URL.canParse(url) || /[?#]/.test(url))
    faults.push(
      'VEHICLE_LOOKUP_URL must be an address that begins with http:// or https://, without a query.',
    );
  else if (new URL(url).username)
    faults.push('VEHICLE_LOOKUP_URL must have no name: use VEHICLE_LOOKUP_TOKEN.');
  return { url, token: env.VEHICLE_LOOKUP_TOKEN || null };
}

/** Splits at commas and whitespace. */
const listed = (value = '') => value.split(/[\s,]+/).filter(Boolean);

/** Reads addresses and ranges. Refuses a range that covers everything: anybody could then forge an address. */
function readProxies(env: Environment, faults: string[]): string[] {
  const proxies = listed(env.TRUSTED_PROXIES);
  for (const proxy of proxies) {
    const [address = '', bits, ...rest] = proxy.split('/');
    const version = isIP(address);
    const isRange =
      bits === undefined ||
      (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    if (version === 0 || !isRange || rest.length > 0) {
      faults.push(
        `TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.5 or 10.0.0.0/24, not "${proxy}".`,
      );
    }
  }
  return proxies;
}

/** Needs all three settings or none. Requires TLS except on this machine. */
function readOidc(env: Environment, faults: string[]): Config['oidc'] {
  const issuer = env.OIDC_ISSUER ?? '';
  const client_id = env.OIDC_CLIENT_ID ?? '';
  const client_secret = env.OIDC_CLIENT_SECRET ?? '';
  if (!issuer && !client_id && !client_secret) return null;
  if (!issuer || !client_id || !client_secret) {
    faults.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  } else if (!isTrustworthy(issuer)) {
    faults.push('OIDC_ISSUER must be an address that begins with https://');
  }
  const written = listed(env.OIDC_DOMAINS);
  const domains = written.map(normalDomain);
  const wrong = written.filter((_, at) => domains[at] === '');
  if (wrong.length > 0) faults.push(`OIDC_DOMAINS: ${wrong.join(', ')} is not a domain.`);
  const trustsEmail = env.OIDC_TRUST_EMAIL === '1';
  if (trustsEmail && domains.length === 0)
    faults.push('OIDC_TRUST_EMAIL needs OIDC_DOMAINS: whose addresses are to be believed.');
  return { issuer, client_id, client_secret, domains, trustsEmail };
}

/** The bucket for pictures and documents; needs all of its settings or none. */
function readBucket(env: Environment, faults: string[]): Bucket | null {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map((name) => env[name] || null);
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return null;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    if (/^https?:/.test(endpoint) && URL.canParse(endpoint)) {
      return {
        endpoint,
        bucket,
        accessKeyId,
        secretAccessKey,
        region: env.S3_REGION || 'eu-north-1',
      };
    }
    faults.push('S3_ENDPOINT must be an address that begins with http:// or https://');
  } else {
    faults.push(`${names.join(', ')} must be set together.`);
  }
  return null;
}

/** Earlier secrets, the newest first, one per line. They verify and decrypt what was created with them. */
export function readPreviousSecrets(env: Environment): string[] {
  return (env.PREVIOUS_SECRETS ?? '').split('\n').filter(Boolean);
}
