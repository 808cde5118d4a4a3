import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer } from './serve.ts';

/** A child process that answers calls (`serve.ts`): what is measured does not share an event loop with the load. */
export class Child<Ready> {
  readonly ready: Ready;
  readonly #process: ChildProcess;
  readonly #waiting: Waiting;
  #lastId = 0;

  private constructor(child: ChildProcess, ready: Ready, waiting: Waiting) {
    this.#process = child;
    this.ready = ready;
    this.#waiting = waiting;
  }

  /** Starts a file of this folder, named without its ending, with an argument. Resolves when it is ready. */
  static async start<Result>(
    name: string,
    input: unknown = null,
    execArgv: string[] = [],
  ): Promise<Child<Result>> {
    // `execArgv` replaces the bench's own flags.
    const child = fork(join(import.meta.dirname, `${name}.ts`), [JSON.stringify(input)], {
      execArgv,
    });
    const waiting: Waiting = new Map();
    const ready = wait<Result>(waiting, 0);
    child.on('message', (answer: Answer) => {
      const call = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('error' in answer) call?.reject(new Error(answer.error));
      else call?.resolve(answer.result);
    });
    child.once('exit', (code) => {
      for (const call of waiting.values()) call.reject(new Error(`${name} exited with ${code}.`));
    });
    return new Child(child, await ready, waiting);
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** Calls a handler of the process. Rejects with the error that the handler throws. */
  call<T = unknown>(name: string, input: unknown = null): Promise<T> {
    const id = ++this.#lastId;
    const answer = wait<T>(this.#waiting, id);
    this.#process.send({ id, name, input });
    return answer;
  }

  /** Ends the process; resolves when it has exited. */
  async stop(): Promise<void> {
    if (!this.#process.connected) return;
    const exited = once(this.#process, 'exit');
    this.#process.disconnect();
    await exited;
  }
}

type Waiting = Map<number, { resolve(result: unknown): void; reject(error: Error): void }>;

function wait<T>(waiting: Waiting, id: number): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
  });
}
