import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { TestNode } from '../test-node.ts';

/** A call as the receiver reads it, after its signature was verified. */
export interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes. */
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
}

/** Another system on a free port of 127.0.0.1. It verifies calls with the library of Standard Webhooks. */
export interface WebhookReceiver {
  received: ReceivedCall[];
  /** The calls so far, also those that failed. */
  calls(): number;
  /** The largest number of calls in progress at once. */
  most(): number;
  /** Answers the next calls so, one each; null: never. Later ones with 204. */
  answerWith(...answers: ({ status: number; headers?: Record<string, string> } | null)[]): void;
  /** Answers the hanging calls. */
  release(): void;
  /** Verifies the calls of a webhook by another secret. */
  knows(id: number, secret: string): void;
  /** Adds a webhook of this receiver; `admin` is an admin of the company. Returns its id and secret. */
  add(node: TestNode, admin: number, events: string[]): Promise<{ id: number; secret: string }>;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedCall[] = [];
  const secrets = new Map<string, string>();
  const paths = new Map<number, string>();
  const answers: ({ status: number; headers?: Record<string, string> } | null)[] = [];
  const hanging = new Set<ServerResponse>();
  let [calls, current, most] = [0, 0, 0];
  const server = createServer(async (request, response) => {
    calls += 1;
    current += 1;
    most = Math.max(most, current);
    response.once('close', () => {
      current -= 1;
    });
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const raw = Buffer.concat(parts).toString();
    const { headers, url: path = '' } = request;
    const body = new Webhook(secrets.get(path)!).verify(raw, headers as Record<string, string>);
    received.push({ path, headers, raw, body });
    const answer = answers.length > 0 ? answers.shift()! : { status: 204 };
    if (answer === null) hanging.add(response);
    else response.writeHead(answer.status, answer.headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    received,
    calls: () => calls,
    most: () => most,
    answerWith: (...next) => void answers.push(...next),
    release() {
      for (const response of hanging) response.writeHead(204).end();
      hanging.clear();
    },
    knows: (id, secret) => void secrets.set(paths.get(id)!, secret),
    async add(node, admin, events) {
      const path = `/hook-${secrets.size}`;
      const url = `https://127.0.0.1:${port}${path}`;
      const { body } = await node.call(admin, 'POST', '/api/webhooks', { url, events });
      // It has no certificate.
      await sql`
        update webhooks set url = ${url.replace('https', 'http')} where id = ${body.id}`.execute(
        node.context.pool.db,
      );
      secrets.set(path, body.secret);
      paths.set(body.id, path);
      return body;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
