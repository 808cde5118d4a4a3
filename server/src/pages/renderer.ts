import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FirstView, RenderedView } from '@restvarde/contract/first-view';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';

export interface RenderRequest {
  id: number;
  view: FirstView;
}

/** A reply of the thread; `fault` is why there is no view, for the log. */
const renderAnswer = z.object({
  id: z.number(),
  rendered: z.nullable(z.object({ html: z.string(), state: z.unknown(), now_ms: z.number() })),
  fault: z.nullable(z.string()),
});
export type RenderAnswer = z.output<typeof renderAnswer>;

/** Renders pages in a thread, so that bids do not wait for it. */
export interface Renderer {
  /**
   * The page as HTML; null if there is nothing to render or no time. The browser renders the page in any case, so
   * nothing is lost.
   */
  render(view: FirstView): Promise<RenderedView | null>;
  stop(): Promise<void>;
}

/** Most views that may wait; beyond that the browser is faster. */
const MAX_WAITING = 8;
/** Delay before a thread that failed is started again. */
const PAUSE_MS = 60_000;

/** Opens the renderer of a built web app. Its thread starts with the first view. */
export function openRenderer(webFolder: string, log: FastifyBaseLogger): Renderer {
  const waiting = new Map<number, (view: RenderedView | null) => void>();
  let thread: Worker | null = null;
  let rested_at = 0;
  let count = 0;

  function start(): Worker {
    const worker = new Worker(new URL('./first-view-worker.ts', import.meta.url), {
      workerData: join(webFolder, 'server/server.js'),
      // No access to the node's secrets.
      env: { NODE_ENV: 'production' },
    });
    const rest = (error: unknown) => {
      rested_at = Date.now() + PAUSE_MS;
      log.error({ err: error }, 'First views are not rendered for a minute.');
    };
    worker.on('message', (raw: unknown) => {
      const { success, data, error } = renderAnswer.safeParse(raw);
      // The reply's request is unknown: end the thread, so that all that wait get no view.
      if (!success) {
        rest(error);
        return void worker.terminate();
      }
      const { id, rendered, fault } = data;
      if (fault !== null) log.error({ fault }, 'A first view could not be rendered.');
      answer(id, rendered);
    });
    worker.on('error', rest);
    worker.on('exit', () => {
      thread = null;
      for (const id of waiting.keys()) answer(id, null);
    });
    worker.unref();
    return worker;
  }

  function answer(id: number, view: RenderedView | null): void {
    waiting.get(id)?.(view);
    waiting.delete(id);
  }

  return {
    async render(view) {
      if (waiting.size >= MAX_WAITING || Date.now() < rested_at) return null;
      thread ??= start();
      const id = count++;
      const { promise, resolve } = Promise.withResolvers<RenderedView | null>();
      waiting.set(id, resolve);
      thread.postMessage({ id, view } satisfies RenderRequest);
      return promise;
    },
    async stop() {
      await thread?.terminate();
    },
  };
}
