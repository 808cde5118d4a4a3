import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import type { Bucket } from '../../src/config.ts';

/** An S3-compatible store with one bucket, whose files lie in the folder. */
export async function startBucket(
  directory: string,
): Promise<{ s3: Bucket; stop(): Promise<unknown> }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'restvarde', configs: [] }],
  });
  const { port } = (await server.run()) as unknown as AddressInfo;
  const s3 = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-north-1',
    bucket: 'restvarde',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  const { httpServer } = server as unknown as { httpServer: import('node:http').Server };
  return {
    s3,
    stop() {
      // The client keeps its connections, and the server would wait for them.
      const closed = server.close();
      httpServer.closeAllConnections();
      return closed as unknown as Promise<unknown>;
    },
  };
}
