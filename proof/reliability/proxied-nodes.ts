import { type CuttableProxy, openProxy } from '../../server/test/cuttable-proxy.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { type KillableNode, makeKillableNode } from './killable-node.ts';

/** A node in a separate process behind its own database proxy. */
export interface ProxiedNode {
  node: KillableNode;
  proxy: CuttableProxy;
  address: string;
}

/** Starts a node for each clock, given in ms ahead of this machine's. */
export async function startProxiedNodes(
  databaseUrl: string,
  clocks: number[],
): Promise<{ nodes: ProxiedNode[]; stop(): Promise<void> }> {
  const nodes = await Promise.all(
    clocks.map(async (ahead_ms) => {
      const port = await freePort();
      const proxy = await openProxy(databaseUrl);
      const node = await makeKillableNode(proxy.url, 'smtp://127.0.0.1:9', { port, ahead_ms });
      return { node, proxy, address: `127.0.0.1:${port}` };
    }),
  );
  const stop = async () => {
    await Promise.all(nodes.map(({ node }) => node.stop()));
    await Promise.all(nodes.map(({ proxy }) => proxy.cut()));
  };
  try {
    await Promise.all(nodes.map(({ node }) => node.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, stop };
}
