import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FirstView } from '@restvarde/contract/first-view';
import type { FastifyBaseLogger } from 'fastify';

/** A view to draw, and the drawing; `fault` is why there is none, for the log. */
export interface RenderRequest {
  id: number;
  view: FirstView;
}

export interface Rendered {
  id: number;
  html: string | null;
  fault: string | null;
}

/** Draws pages as the browser's scripts would, in a thread of its own: no bid waits for it. */
export interface Renderer {
  /**
   * The page in HTML; null when there is nothing to draw, or no time for it. The browser's scripts draw every
   * page anyhow, so nothing is lost.
   */
  render(view: FirstView): Promise<string | null>;
  stop(): Promise<void>;
}

/** So many may wait; whoever comes then is better off without. */
const MOST_WAITING = 8;
/** A thread that ended by a fault is not started again before that. */
const PAUSE_MS = 60_000;

/** Opens the renderer of a built web app. Its thread starts with the first view that is asked for. */
export function openRenderer(webFolder: string, log: FastifyBaseLogger): Renderer {
  const waiting = new Map<number, (html: string | null) => void>();
  let thread: Worker | null = null;
  let rested_at = 0;
  let count = 0;

  function start(): Worker {
    const worker = new Worker(new URL('./first-view-worker.ts', import.meta.url), {
      workerData: join(webFolder, 'server/server.js'),
      // It needs none of the node's secrets.
      env: { NODE_ENV: 'production' },
    });
    worker.on('message', ({ id, html, fault }: Rendered) => {
      if (fault !== null) log.error({ fault }, 'A first view could not be drawn.');
      answer(id, html);
    });
    worker.on('error', (error) => {
      rested_at = Date.now() + PAUSE_MS;
      log.error({ err: error }, 'First views are not drawn for a minute.');
    });
    worker.on('exit', () => {
      thread = null;
      for (const id of waiting.keys()) answer(id, null);
    });
    worker.unref();
    return worker;
  }

  function answer(id: number, html: string | null): void {
    waiting.get(id)?.(html);
    waiting.delete(id);
  }

  return {
    async render(view) {
      if (waiting.size >= MOST_WAITING || Date.now() < rested_at) return null;
      thread ??= start();
      const id = count++;
      const { promise, resolve } = Promise.withResolvers<string | null>();
      waiting.set(id, resolve);
      thread.postMessage({ id, view } satisfies RenderRequest);
      return promise;
    },
    async stop() {
      await thread?.terminate();
    },
  };
}
