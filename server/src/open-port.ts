import { StartError } from './start-error.ts';

/**
 * Explains why a port could not be opened, with the names of its settings.
 * @throws StartError if the settings explain the fault; else the fault itself.
 */
export function explainPortFault(
  error: NodeJS.ErrnoException,
  names: { port: string; host: string },
  { port, host }: { port: number; host: string },
): never {
  const { code } = error;
  if (code === 'EADDRINUSE')
    throw new StartError(`Port ${port} is in use: set ${names.port} to another.`);
  if (code === 'EACCES')
    throw new StartError(
      `Port ${port} may not be opened by this user: set ${names.port} to one from 1024.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    throw new StartError(`${names.host} must be an address of this machine, but "${host}" is not.`);
  throw error;
}
