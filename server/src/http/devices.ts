import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { deriveKey, mac } from '../keys.ts';

/** Request header with the device token, for clients without an access token (LIMIT-2). */
const HEADER = 'device';

/** Identifies devices by a random id, signed so that nobody can invent one. */
export interface Devices {
  /** The device id of a request; null if it has no valid one. */
  read(headers: IncomingHttpHeaders): string | null;
  /** The token of a device id; the same id always has the same token. */
  tokenOf(id: string): string;
}

export const newDeviceId = () => randomBytes(16).toString('base64url');

export function openDevices(secret: string): Devices {
  const key = deriveKey(secret, 'devices');
  const tokenOf = (id: string) => `${id}.${mac(key, id).subarray(0, 16).toString('base64url')}`;
  return {
    tokenOf,
    read(headers) {
      const shown = headers[HEADER];
      if (typeof shown !== 'string' || !/^[\w-]{22}\.[\w-]{22}$/.test(shown)) return null;
      const id = shown.slice(0, 22);
      return timingSafeEqual(Buffer.from(shown), Buffer.from(tokenOf(id))) ? id : null;
    },
  };
}
