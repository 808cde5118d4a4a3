import { StartError } from './start-error.ts';

/** Keeps what ends a part of the program; the parts are ended in the opposite order of their start. */
export type OnStop = (stop: () => Promise<unknown>) => void;

/** Ends the program for a fault that it met after its start. */
export type Fail = (error: unknown) => Promise<void>;

/**
 * Starts a program and, on SIGINT or SIGTERM or when the start fails, stops all that it has started. A
 * StartError is printed as its sentence alone. A second signal does not wait.
 */
export async function run(start: (onStop: OnStop, fail: Fail) => Promise<void>): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = () => {
    stopping ??= (async () => {
      for (const stop of stops.reverse()) await stop().catch((error) => console.error(error));
    })();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      process.once(signal, () => process.exit(1));
      await stopAll();
      process.exit(0);
    });
  }
  const fail = async (error: unknown) => {
    // What is stopped while it starts fails at what was stopped first.
    if (stopping !== undefined) return stopping;
    console.error(error instanceof StartError ? error.message : error);
    await stopAll();
    process.exit(1);
  };
  await start((stop) => stops.push(stop), fail).catch(fail);
}
