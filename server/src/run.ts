import { StartError } from './start-error.ts';

/** Registers a function that stops a part of the program. They run in reverse order. */
export type OnStop = (stop: () => Promise<unknown>) => void;

/** Ends the program because of a fault after its start. */
export type Fail = (error: unknown) => Promise<void>;

/**
 * Starts a program. Stops everything it has started on SIGINT or SIGTERM, or if the start fails. Prints only the
 * message of a StartError. A second signal ends it at once.
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
    // A part that is stopped while it starts may fail because of that.
    if (stopping !== undefined) return stopping;
    console.error(error instanceof StartError ? error.message : error);
    await stopAll();
    process.exit(1);
  };
  await start((stop) => stops.push(stop), fail).catch(fail);
}
