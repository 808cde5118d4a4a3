import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { explainPortFault } from '../open-port.ts';

/** A separate port for metrics, which must not be public (OPS-11). */
export interface MetricsPort {
  port: number;
  stop(): Promise<void>;
}

/** Serves only GET /metrics there. Throws StartError if it cannot be opened. */
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
  const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
  await once(server, 'listening').catch((error) => explainPortFault(error, names, { host, port }));
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
