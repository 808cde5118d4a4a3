import type { Config } from './config.ts';
import type { Node } from './node.ts';
import { explainPortFault } from './open-port.ts';

/** Opens a node's port. Throws StartError if it cannot be opened. */
export async function listen(node: Node, { port, host }: Config): Promise<void> {
  await node.app
    .listen({ port, host })
    .catch((error) => explainPortFault(error, { port: 'PORT', host: 'HOST' }, { port, host }));
}
