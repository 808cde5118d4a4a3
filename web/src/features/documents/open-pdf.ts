import type * as PdfJs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Fonts, character maps and decoders that few documents need, by file name. Each is fetched on demand. */
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

/** The `BinaryDataFactory` that pdf.js gets its resources from. */
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

/** The page's policy allows workers only from URLs made by this Trusted Types policy. */
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

/** An open document and its text layer. `close` ends its worker. */
export interface OpenPdf {
  pdf: PdfJs.PDFDocumentProxy;
  TextLayer: typeof PdfJs.TextLayer;
  close: () => void;
}

/**
 * Fetches a PDF and parses it in a worker. Its scripts never run: pdf.js runs them only in a sandbox that is not part
 * of the app. Rejects if it cannot be fetched or parsed.
 */
export async function openPdf(address: string): Promise<OpenPdf> {
  const [data, pdfjs] = await Promise.all([
    fetchBytes(address),
    // Imported dynamically, since the server program includes this module but not pdf.js.
    import('pdfjs-dist/legacy/build/pdf.mjs'),
  ]);
  const port = startWorker();
  const worker = pdfjs.PDFWorker.create({ port });
  const close = () => {
    worker.destroy();
    port.terminate();
  };
  // A worker whose script fails to load never answers.
  const failed = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => reject(new Error('The worker did not start.')));
  });
  const opening = pdfjs.getDocument({
    data,
    worker,
    BinaryDataFactory: Resources,
    useWorkerFetch: false,
    // `Resources` ignores these, but pdf.js requires them.
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
