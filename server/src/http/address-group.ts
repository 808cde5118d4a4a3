import { isIP, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse } from './domain-error.ts';

/**
 * The client address of a request.
 * @throws DomainError 499 if the caller hung up before it was read.
 */
export function addressOf({ ip }: { ip: string | undefined }): string {
  if (ip === undefined) throw refuse.hungUp();
  return ip;
}

/** The group of everything that is not an address. */
const UNKNOWN = 'unknown';

/**
 * Normalizes `X-Forwarded-For` as proxies write it (OPS-1): with a port (`198.51.100.7:40000`), in brackets
 * (`[2001:db8::7]:40000`) or in quotes. Must be registered before anything reads the client address.
 */
export function normalizeForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const written = headers['x-forwarded-for'];
    if (typeof written === 'string')
      headers['x-forwarded-for'] = written.split(',').map(bareAddress).join(', ');
    done();
  });
}

function bareAddress(written: string): string {
  const entry = written.trim().replace(/^"(.*)"$/, '$1');
  const bare = /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) ? bare : UNKNOWN;
}

/**
 * The addresses that one person controls, for limits by address: an IPv4 address, or the /64 of an IPv6 one, which is
 * what a single home gets.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.replace(/%.*$/, '');
  if (!isIP(plain)) return UNKNOWN;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  // A dotted quad at the end is two groups; it never reaches into the first four.
  const written = front.length + back.length + (plain.includes('.') ? 1 : 0);
  const gap = tail === undefined ? 0 : 8 - written;
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
