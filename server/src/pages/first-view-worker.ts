import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FirstView, RenderedView } from '@restvarde/contract/first-view';
import type { RenderAnswer, RenderRequest } from './renderer.ts';

const { webApp } = (await import(pathToFileURL(workerData as string).href)) as {
  webApp: { renderFirstView: (view: FirstView) => Promise<RenderedView | null> };
};

parentPort!.on('message', ({ id, view }: RenderRequest) => {
  webApp.renderFirstView(view).then(
    (rendered) => post({ id, rendered, fault: null }),
    (fault: unknown) => post({ id, rendered: null, fault: String(fault) }),
  );
});

function post(message: RenderAnswer): void {
  parentPort!.postMessage(message);
}
