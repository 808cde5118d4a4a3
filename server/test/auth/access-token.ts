import { createSigner } from 'fast-jwt';
import { deriveKey } from '../../src/keys.ts';
import { TEST_SECRET } from '../test-node.ts';

/** An access token of the session of `access` that is valid for `seconds`. */
export function accessTokenFor(access: string, seconds: number): string {
  const { sid } = JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString());
  const key = deriveKey(TEST_SECRET, 'access');
  return createSigner({ key, algorithm: 'HS256', expiresIn: seconds * 1_000 })({ sid });
}
