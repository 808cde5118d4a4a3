import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

// Calls to addresses entered in the product, such as the issuer of a company's sign-on. Addresses that the operator
// sets in the environment (collector, bucket, mail server, OIDC_ISSUER) may be private and do not use this.

/** A reply in single sign-on is a few kilobytes. */
const MOST_BYTES = 1024 * 1024;

export interface OutgoingRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

export type OutgoingFetch = (address: string, options?: OutgoingRequest) => Promise<Response>;

/** Whether this is an IP address of the public internet: not this machine's, a private network's, or a reserved one. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/** Whether a host name is visibly private. Other names are checked when they are resolved. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host)) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost') || !host.includes('.');
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
): OutgoingFetch {
  const refused = (host: string) => new Error(`${host} is not a public address.`);
  const guardedLookup: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (!addresses.every(({ address }) => mayReach(address)))
        return callback(refused(hostname), []);
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  const send = (url: URL, { method = 'GET', headers = {}, body, signal }: OutgoingRequest) =>
    new Promise<Response>((resolve, reject) => {
      const open = url.protocol === 'https:' ? request : requestPlain;
      // A new connection: a kept one was checked for another call.
      const call = open(url, { method, headers, signal, lookup: guardedLookup, agent: false });
      call.once('error', reject);
      call.once('response', (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size > MOST_BYTES) answer.destroy(new Error('The answer is too long.'));
        });
        answer.once('error', reject);
        answer.once('end', () => {
          const status = answer.statusCode ?? 0;
          const hasBody = size > 0 && ![204, 205, 304].includes(status);
          const named = Object.entries(answer.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((one): [string, string] => [name, one]),
          );
          resolve(new Response(hasBody ? Buffer.concat(parts) : null, { status, headers: named }));
        });
      });
      call.end(body === undefined || body === null ? undefined : String(body));
    });
  return async (address, options = {}) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    try {
      if (!protocols.includes(url.protocol)) throw new Error(`${url.origin} is not ${protocols}`);
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
