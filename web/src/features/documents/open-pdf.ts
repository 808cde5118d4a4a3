import type * as PdfJs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Fonts, character maps and decoders that few documents need, by file name; each is fetched when one asks for it. */
const RESOURCES = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        '../../../../node_modules/pdfjs-dist/{cmaps,standard_fonts,wasm}/*.{bcmap,pfb,ttf,wasm}',
        '!**/quickjs-eval.wasm',
      ],
      { query: '?url', import: 'default', eager: true },
    ),
  ).map(([path, address]) => [path.split('/').at(-1)!, address]),
);

/** pdf.js asks here for each of its resources (`BinaryDataFactory`). */
class Resources {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = RESOURCES.get(filename);
    if (address === undefined) throw new Error(`There is no ${filename}.`);
    return fetchBytes(address);
  }
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for a document.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The page's policy lets a worker start from an address that this policy has made, and from no other. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL: (input: string) => string };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerAddress });
const startWorker = () =>
  new Worker(policy?.createScriptURL('') ?? workerAddress, { type: 'module' });

/** An open document, and what lays out its text; `close` ends its worker. */
export interface OpenPdf {
  pdf: PdfJs.PDFDocumentProxy;
  TextLayer: typeof PdfJs.TextLayer;
  close: () => void;
}

/**
 * Fetches a PDF and reads it in a worker. Scripts and actions in it never run: pdf.js runs them only in a sandbox that
 * is not part of the app. Rejects when it cannot be fetched or read.
 */
export async function openPdf(address: string): Promise<OpenPdf> {
  const [data, pdfjs] = await Promise.all([
    fetchBytes(address),
    // By itself, since the server's program holds this module but has no pdf.js.
    import('pdfjs-dist/legacy/build/pdf.mjs'),
  ]);
  const port = startWorker();
  const worker = pdfjs.PDFWorker.create({ port });
  const close = () => {
    worker.destroy();
    port.terminate();
  };
  // A worker whose script cannot be fetched answers nothing.
  const failed = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => reject(new Error('The worker did not start.')));
  });
  const opening = pdfjs.getDocument({
    data,
    worker,
    BinaryDataFactory: Resources,
    useWorkerFetch: false,
    // `Resources` needs none of these, but pdf.js asks for nothing without them.
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
  });
  try {
    return {
      pdf: await Promise.race([opening.promise, failed]),
      TextLayer: pdfjs.TextLayer,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
