import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

// Calls to addresses entered in the product, such as the issuer of a company's sign-on. Addresses that the operator
// sets in the environment (collector, bucket, mail server, OIDC_ISSUER) may be private and do not use this.

/** A reply in single sign-on is a few kilobytes. */
const MAX_BYTES = 1024 * 1024;

export interface OutgoingRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Resolves with the status line, and closes the connection without reading the body. */
  ignoresBody?: boolean;
}

export type OutgoingFetch = (address: string, options?: OutgoingRequest) => Promise<Response>;

/** The address, its port or its scheme is not allowed. No connection was opened. */
export class NotAllowed extends Error {}

/** The addresses of IPv6 that are allocated for the public internet (RFC 4291, 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Ranges of IPv6 that contain an IPv4 address, with the place of its first byte. */
const EMBEDDED: Record<string, number> = { rfc6052: 12, '6to4': 2 };

/**
 * Whether this is an IP address of the public internet: not of this machine or a private network, not reserved, and not
 * an IPv6 address that leads to such an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  const at = EMBEDDED[range];
  if (at === undefined)
    return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
  return ipaddr.fromByteArray(parsed.toByteArray().slice(at, at + 4)).range() === 'unicast';
}

/** Whether a host name is visibly private. Other names are checked when they are resolved. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host)) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost') || !host.includes('.');
}

/** Asks the name servers itself: `dns.lookup` waits in the thread pool of the process, where a slow name delays all work. */
export const RESOLVER = new Resolver({ timeout: 5_000, tries: 2 });

/** The addresses of a host name in this machine's own table. */
async function readHosts(hostname: string): Promise<LookupAddress[]> {
  const table = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return table.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) && names.includes(hostname) ? [{ address, family: isIP(address) }] : [];
  });
}

/** All addresses of a host name. */
async function resolveHost(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const known = await readHosts(hostname.replace(/\.$/, ''));
  if (known.length > 0) return known;
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const found = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
      : [],
  );
  const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer] : []));
  if (found.length === 0) throw failed?.reason ?? new Error(`${hostname} has no address.`);
  return found;
}

/**
 * A `fetch` that connects only to addresses that `mayReach` accepts. The check is part of the connection, so a name
 * cannot resolve to another address after it (DNS rebinding). Redirects are returned, not followed. A body over 1 MiB
 * is an error.
 * @throws TypeError `fetch failed` with the cause, as `fetch` does; the signal's reason if that aborts.
 */
export function openOutgoing(
  mayReach: (address: string) => boolean,
  protocols: readonly string[] = ['https:'],
  resolver = RESOLVER,
): OutgoingFetch {
  const refused = (host: string) => new NotAllowed(`${host} is not a public address.`);
  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    resolveHost(resolver, hostname).then(
      (addresses) => {
        if (!addresses.every(({ address }) => mayReach(address)))
          return callback(refused(hostname), []);
        if (options.all) return callback(null, addresses);
        return callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error) => callback(error, []),
    );
  };
  const send = (
    url: URL,
    { method = 'GET', headers = {}, body, signal, ignoresBody = false }: OutgoingRequest,
  ) =>
    new Promise<Response>((resolve, reject) => {
      const open = url.protocol === 'https:' ? request : requestPlain;
      // A new connection: a kept one was checked for another call.
      const call = open(url, { method, headers, signal, lookup: guardedLookup, agent: false });
      call.once('error', reject);
      // Node closes the connection without an error if nobody listens.
      call.once('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(new Error('The answer is 101.'));
      });
      call.once('response', (answer) => {
        const named = Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        );
        const status = answer.statusCode ?? 0;
        // `Response` throws for others, and an error in a listener ends the process.
        if (status < 200 || status > 599) {
          answer.on('error', () => {});
          answer.destroy();
          reject(new Error(`The answer is ${status}.`));
          return;
        }
        if (ignoresBody) {
          answer.on('error', () => {});
          answer.destroy();
          resolve(new Response(null, { status, headers: named }));
          return;
        }
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size > MAX_BYTES) answer.destroy(new Error('The answer is too long.'));
        });
        answer.once('error', reject);
        answer.once('end', () => {
          const hasBody = size > 0 && ![204, 205, 304].includes(status);
          resolve(new Response(hasBody ? Buffer.concat(parts) : null, { status, headers: named }));
        });
      });
      const isBytes = body instanceof Uint8Array;
      call.end(isBytes || body === undefined || body === null ? body : String(body));
    });
  return async (address, options = {}) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    try {
      if (!protocols.includes(url.protocol))
        throw new NotAllowed(`${url.origin} is not ${protocols}`);
      // A literal address is not resolved, so check it here.
      if (isIP(host) && !mayReach(host)) throw refused(host);
      return await send(url, options);
    } catch (cause) {
      options.signal?.throwIfAborted();
      throw new TypeError('fetch failed', { cause });
    }
  };
}

/** Calls over TLS to the public internet. */
export const fetchPublic = openOutgoing(isPublicAddress);

/**
 * Calls to the addresses of other systems (FEED-10, PUSH-2): to the public internet, or to any address and without TLS
 * too, if the setting `WEBHOOK_PRIVATE` allows it.
 */
export const openCalls = (reachesPrivate: boolean): OutgoingFetch =>
  reachesPrivate ? openOutgoing(() => true, ['https:', 'http:']) : fetchPublic;

/**
 * Whether such an address may be called, as far as the URL shows: no user name, no private IP address, and port 443 or
 * one from 1024. Names are checked when they are resolved.
 */
export function isCallable(address: string, reachesPrivate: boolean): boolean {
  const { username, password, hostname, port } = new URL(address);
  if (username || password) return false;
  if (reachesPrivate) return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  return (port === '' || Number(port) >= 1_024) && (!isIP(host) || isPublicAddress(host));
}
