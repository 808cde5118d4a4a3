import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A port of its own for what strangers must not read (OPS-11). */
export interface MetricsPort {
  port: number;
  stop(): Promise<void>;
}

/** Answers GET /metrics there, and nothing else. Throws when the port is in use. */
export async function openMetricsPort(
  { host, port }: { host: string; port: number },
  render: () => Promise<string>,
): Promise<MetricsPort> {
  const server = createServer(async (request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return reply.writeHead(404).end();
    const text = await render();
    return reply.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
