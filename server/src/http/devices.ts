import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { deriveKey, mac } from '../keys.ts';

/** The header that a browser shows its device by, where it has no token yet (LIMIT-2). */
const HEADER = 'device';

/** Devices by a random id that a browser keeps. It is signed, so that nobody can invent one. */
export interface Devices {
  /** The id of the device that a call shows; null when it shows none of ours. */
  read(headers: IncomingHttpHeaders): string | null;
  /** What a device shows: made for a new one, the same as before for one that has an id. */
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
