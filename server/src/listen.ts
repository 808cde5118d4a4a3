import type { Config } from './config.ts';
import type { Node } from './node.ts';
import { StartError } from './start-error.ts';

/** Opens a node's port. Throws StartError when another program has it. */
export async function listen(node: Node, { port, host }: Config): Promise<void> {
  await node.app.listen({ port, host }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${port} is in use: set PORT to another.`);
  });
}
