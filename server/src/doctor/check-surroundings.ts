import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { issuerKey } from '@restvarde/contract/companies/sign-on-providers';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { openPool } from '../db/pool.ts';
import { openMailer } from '../email/mailer.ts';
import { mediaFolderIn, openStore } from '../media/store.ts';
import { openStorageCheck } from '../operation/storage-check.ts';
import { fetchPublic, isPrivateHost } from '../outgoing.ts';
import { WEB_FOLDER } from '../pages/web-app.ts';
import { type Finding, findingsAbout, wordsOf } from './finding.ts';

const CALL_LIMIT_MS = 8_000;
const DAY_MS = 86_400_000;

const timed = () => AbortSignal.timeout(CALL_LIMIT_MS);

/** Checks that the mail server accepts our login and, if an address is given, an e-mail to it. */
export async function checkMail(config: Config, address: string | null): Promise<Finding[]> {
  const { ok, fault } = findingsAbout('Mail');
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: CALL_LIMIT_MS,
    greetingTimeout: CALL_LIMIT_MS,
    socketTimeout: CALL_LIMIT_MS,
  });
  try {
    await transport.verify();
  } catch (error) {
    return [fault(`The mail server cannot be used: ${wordsOf(error)}.`)];
  } finally {
    transport.close();
  }
  if (address === null)
    return [ok('The mail server is reached. Send an e-mail through it by --email <address>.')];
  const { smtpUrl, mailFrom: from, publicUrl } = config;
  const mailer = openMailer({ smtpUrl, from, publicUrl, atOnce: 1 });
  const text = `Det här är ett testmejl från Restvärde på ${publicUrl}.`;
  try {
    const email = { to: address, subject: 'Testmejl från Restvärde', html: `<p>${text}</p>`, text };
    await mailer.send(email, randomUUID());
    return [ok(`The mail server has taken an e-mail to ${address}: look whether it arrives.`)];
  } catch (error) {
    return [fault(`The mail server does not take an e-mail to ${address}: ${wordsOf(error)}.`)];
  } finally {
    mailer.stop();
  }
}

/** Checks that a file can be written, read and removed in the storage of pictures and documents. */
export async function checkStore(config: Config): Promise<Finding[]> {
  const { ok, warning, fault } = findingsAbout(config.s3 ? 'Bucket' : 'Pictures');
  const folder = `doctor-${randomUUID()}`;
  try {
    const store = await openStore(config);
    await store.put(`${folder}/probe`, Buffer.from('probe'));
    const found = await store.open(`${folder}/probe`);
    found?.resume();
    await store.removeFolder(folder);
    if (found === null) return [fault('A file that was written is not there.')];
  } catch (error) {
    return [fault(`A file cannot be written: ${wordsOf((error as Error).cause ?? error)}.`)];
  }
  if (config.s3) return [ok(`Files are written to and read from ${config.s3.bucket}.`)];
  const storage = await openStorageCheck(mediaFolderIn(config.dataDir));
  await storage.stop();
  const { warning: found } = storage.state();
  return [found === null ? ok(`Files are written to ${config.dataDir}.`) : warning(found)];
}

interface SeenCaller {
  address: string;
  is_forwarded: boolean;
}

/** A documentation address, from which no call comes (RFC 5737). */
const MADE_UP = '192.0.2.77';

/** Checks that PUBLIC_URL leads to a node over TLS, and that the node sees the caller's address. */
export async function checkProxy({ publicUrl }: Config): Promise<Finding[]> {
  const { ok, warning, fault } = findingsAbout('Proxy');
  try {
    const reply = await fetch(`${publicUrl}/caller`, {
      headers: { 'x-forwarded-for': MADE_UP },
      redirect: 'manual',
      signal: timed(),
    });
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    const seen = reply.ok && isJson ? ((await reply.json()) as SeenCaller) : null;
    if (!seen)
      return [
        fault(`${publicUrl} does not lead to a node: ${publicUrl}/caller answers ${reply.status}.`),
      ];
    const { address, is_forwarded } = seen;
    if (address === MADE_UP)
      return [
        isPrivateHost(new URL(publicUrl).hostname)
          ? ok('PUBLIC_URL is on this machine and leads to a node.')
          : fault(
              'The proxy passes on an X-Forwarded-For that the caller wrote: it must add the address that it sees.',
            ),
      ];
    return [
      is_forwarded
        ? ok(`Calls arrive with the caller's address, here ${address}.`)
        : warning(
            `A node sees ${address} as the caller: if that is a proxy, name it in TRUSTED_PROXIES, or all share its limits.`,
          ),
    ];
  } catch (error) {
    return [fault(`${publicUrl} cannot be reached from here: ${wordsOf(error)}.`)];
  }
}

/** Checks that the certificate of PUBLIC_URL does not expire soon. */
export async function checkCertificate({ publicUrl }: Config): Promise<Finding[]> {
  const { ok, warning, fault } = findingsAbout('Certificate');
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:')
    return isPrivateHost(hostname) ? [] : [fault('PUBLIC_URL must begin with https://')];
  const expires = await new Promise<Date | string>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
    socket.setTimeout(CALL_LIMIT_MS, () => socket.destroy(new Error('no answer')));
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('error', (error) => resolve(wordsOf(error)));
  });
  if (typeof expires === 'string') return [fault(`It is not valid: ${expires}.`)];
  const days = Math.floor((expires.getTime() - Date.now()) / DAY_MS);
  return [days < 14 ? warning(`It ends in ${days} days.`) : ok(`It holds for ${days} days.`)];
}

/** Checks that each sign-on provider publishes its metadata, with the configured issuer. */
export async function checkSignOn(config: Config): Promise<Finding[]> {
  const isLocal = isPrivateHost(new URL(config.publicUrl).hostname);
  const pool = openPool(config.directUrl, 1);
  const { rows } = await pool.pg
    .query<{ issuer: string }>('select issuer from sign_on_providers order by id')
    .catch(() => ({ rows: [] }))
    .finally(() => pool.end());
  const checks = [
    ...(config.oidc ? [discover(config.oidc.issuer, fetch)] : []),
    ...rows.map(({ issuer }) => discover(issuer, isLocal ? fetch : fetchPublic)),
  ];
  return Promise.all(checks);
}

async function discover(
  issuer: string,
  ask: (address: string, options: { signal: AbortSignal }) => Promise<Response>,
): Promise<Finding> {
  const { ok, fault } = findingsAbout('Sign-on');
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const reply = await ask(address, { signal: timed() });
    if (!reply.ok) return fault(`${address} answers ${reply.status}.`);
    const { issuer: said = '' } = (await reply.json()) as { issuer?: string };
    return issuerKey(said) === issuerKey(issuer)
      ? ok(`${issuer} is reached.`)
      : fault(`${issuer} calls itself ${said}: set that as the issuer.`);
  } catch (error) {
    return fault(`${address} cannot be read: ${wordsOf(error)}.`);
  }
}

/** Checks the parts of the release and the data that becomes outdated. */
export async function checkInstallation(config: Config): Promise<Finding[]> {
  const pages = findingsAbout('Web app');
  const contact = findingsAbout('Security contact');
  const isBuilt = existsSync(join(WEB_FOLDER, 'pages.json'));
  const days = config.security
    ? Math.floor((Date.parse(config.security.expires) - Date.now()) / DAY_MS)
    : null;
  const leaked = config.breachedPasswords ? await stat(config.breachedPasswords) : null;
  return [
    ...(config.role === 'worker'
      ? []
      : [
          isBuilt
            ? pages.ok('It is built.')
            : pages.fault('It is not built: run npm run build, and copy web/dist.'),
        ]),
    ...(days === null
      ? []
      : [
          days < 0
            ? contact.warning('SECURITY_EXPIRES is past: nobody believes security.txt any more.')
            : days < 30
              ? contact.warning(`SECURITY_EXPIRES is in ${days} days.`)
              : contact.ok(`It holds for ${days} days.`),
        ]),
    ...(leaked && leaked.size < 1_000_000
      ? [
          findingsAbout('Leaked passwords').warning(
            'BREACHED_PASSWORDS is a small file: is it whole?',
          ),
        ]
      : []),
  ];
}
