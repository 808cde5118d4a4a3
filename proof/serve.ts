/** A call from the parent process (`child.ts`), and its answer. Id 0 is the answer that says that the process is ready. */
export interface Call {
  id: number;
  name: string;
  input: unknown;
}

export type Answer = { id: number; result: unknown } | { id: number; error: string };

/**
 * Answers the calls of the parent process by name. `ready` is sent first. When the parent disconnects, `stop` runs and
 * the process ends.
 */
export function serve(
  ready: unknown,
  // Each handler knows the type of its own input.
  // biome-ignore lint/suspicious/noExplicitAny: the caller and the handler agree on it
  handlers: Record<string, (input: any) => unknown> = {},
  stop: () => unknown = () => {},
): void {
  const answer = (sent: Answer) => process.send!(sent);
  process.on('message', async ({ id, name, input }: Call) => {
    try {
      answer({ id, result: (await handlers[name]!(input)) ?? null });
    } catch (error) {
      answer({ id, error: String((error as Error).stack) });
    }
  });
  const end = async (code: number) => {
    await stop();
    process.exit(code);
  };
  process.on('disconnect', () => end(0));
  process.on('uncaughtException', (error) => {
    console.error(error);
    return end(1);
  });
  // Ctrl-C reaches the whole process group. The parent decides when this process ends.
  process.on('SIGINT', () => {});
  answer({ id: 0, result: ready });
}

/** Resident megabytes after a garbage collection (`--expose-gc`). */
export async function readMemory(): Promise<number> {
  await globalThis.gc?.({ execution: 'async' });
  return process.memoryUsage().rss / 2 ** 20;
}
