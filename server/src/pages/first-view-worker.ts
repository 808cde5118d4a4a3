import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FirstView } from '@restvarde/contract/first-view';
import type { Rendered, RenderRequest } from './renderer.ts';

const { webApp } = (await import(pathToFileURL(workerData as string).href)) as {
  webApp: { renderFirstView: (view: FirstView) => Promise<string | null> };
};

// Each takes the place of the one before in all that the web app keeps, so they are drawn one after the other.
let last: Promise<unknown> = Promise.resolve();

parentPort!.on('message', ({ id, view }: RenderRequest) => {
  last = last
    .then(() => webApp.renderFirstView(view))
    .then(
      (html) => post({ id, html, fault: null }),
      (fault: unknown) => post({ id, html: null, fault: String(fault) }),
    );
});

function post(drawn: Rendered): void {
  parentPort!.postMessage(drawn);
}
