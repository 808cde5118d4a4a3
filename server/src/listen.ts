import type { Config } from './config.ts';
import type { House } from './house.ts';
import { StartError } from './start-error.ts';

/** Opens a node's port. Throws StartError when another program has it. */
export async function listen(house: House, { port, host }: Config): Promise<void> {
  await house.app.listen({ port, host }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${port} is in use: set PORT to another.`);
  });
}
