import assert from 'node:assert/strict';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PushPayload, savePushSubscription } from '@restvarde/contract/push/push';
import type { TestNode } from '../test-node.ts';

/** A decrypted message, and the call that delivered it. */
export interface Delivered {
  payload: PushPayload;
  headers: IncomingHttpHeaders;
  /** The claims of its token, whose signature was verified. */
  claims: { aud: string; exp: number; sub: string };
}

/** A browser that has subscribed at a push service on this machine. */
export interface PushBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** What it has received, oldest first. */
  received: Delivered[];
}

/** A push service on a free port of 127.0.0.1. It verifies each call, and its browsers decrypt the messages. */
export interface PushService {
  origin: string;
  openBrowser(): PushBrowser;
  /** Answers the next calls with these statuses, one each; null: never. */
  answerWith(...statuses: (number | null)[]): void;
  /** The number of calls so far. */
  calls(): number;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, PushBrowser & { read(body: Buffer): PushPayload }>();
  const statuses: (number | null)[] = [];
  const hanging = new Set<ServerResponse>();
  let calls = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    calls += 1;
    const status = statuses.length > 0 ? statuses.shift()! : 201;
    if (status === null) {
      hanging.add(response);
      return;
    }
    if (status === 201) {
      const browser = browsers.get(request.url!)!;
      const claims = verifyToken(request.headers.authorization ?? '');
      browser.received.push({
        payload: browser.read(Buffer.concat(parts)),
        headers: request.headers,
        claims,
      });
    }
    // A redirect that must not be followed.
    response.writeHead(status, status === 307 ? { location: request.url } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    openBrowser() {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const browser = {
        endpoint: origin + path,
        keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
        received: [],
        read: (body: Buffer) =>
          JSON.parse(
            decrypt(body, { private_key: pair.getPrivateKey(), p256dh, auth }).toString(),
          ) as PushPayload,
      };
      browsers.set(path, browser);
      return browser;
    },
    answerWith: (...next) => void statuses.push(...next),
    calls: () => calls,
    async stop() {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Subscribes a browser for the session of `userId`. */
export const subscribe = (node: TestNode, userId: number, { endpoint, keys }: PushBrowser) =>
  node.call(userId, savePushSubscription.method, savePushSubscription.path, { endpoint, keys });

/** The receiver's side of RFC 8291, for a body in one record. */
function decrypt(
  body: Buffer,
  browser: { private_key: Buffer; p256dh: Buffer; auth: Buffer },
): Buffer {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  assert.ok(sealed.length <= body.readUInt32BE(16), 'one record');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(browser.private_key);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.p256dh, sender]);
  const input = hkdfSync('sha256', pair.computeSecret(sender), browser.auth, info, 32);
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, `${label}\0`, bytes));
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive('Content-Encoding: aes128gcm', 16),
    derive('Content-Encoding: nonce', 12),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  assert.ok(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0));
  return padded.subarray(0, end);
}

/** The claims of a VAPID header whose signature is right (RFC 8292). */
function verifyToken(header: string): Delivered['claims'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head, claims, signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
  const publicKey = createPublicKey({ format: 'jwk', key: jwk });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isRight, 'the signature of the token');
  return JSON.parse(Buffer.from(claims!, 'base64url').toString());
}
