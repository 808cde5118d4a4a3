import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Where browsers report breaches of the content security policy. */
export const REPORTS_PATH = '/api/policy-reports';

/** The Trusted Types policy of `web/src/features/documents/open-pdf.ts`. */
const WORKER_POLICY = 'pdf-worker';

/** Allows the product's own origin only: no inline script except by hash (`policyWith`), no strings to the DOM. */
const OPTIONS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      // Sent emails are shown in a sandboxed frame.
      frameSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // One policy, for the URL of the PDF worker. None may create markup from text.
      trustedTypes: [WORKER_POLICY],
      reportTo: ['policy'],
      reportUri: [REPORTS_PATH],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  // `frame-ancestors` replaces it, also on pages that may be framed (a document, an email).
  xFrameOptions: false,
};

/** The camera reads release codes (PICK-7). No page needs another permission. */
const PERMISSIONS =
  'camera=(self), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()';

/** The policy of a page with one inline script, allowed by its hash. */
export function policyWith(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return PAGE_POLICY.replace("script-src 'self'", `$& 'sha256-${hash}'`);
}

/** Computed once: computing them per reply took a sixth of a small request's time. */
const HELMETS = workOut(OPTIONS);

const PAGE_POLICY = HELMETS['content-security-policy']!;

/** Headers of pages and of everything that is neither a file of the app nor an API reply. */
export const PAGE_HEADERS = {
  ...HELMETS,
  'permissions-policy': PERMISSIONS,
  'reporting-endpoints': `policy="${REPORTS_PATH}"`,
};

/**
 * Headers of the web app's scripts, style sheets and fonts. Such a file is never shown by itself, so it needs only the
 * headers that prevent it from being a page, from being framed and from being sniffed as another type. This saves half
 * a kilobyte on each of the five files before a first view's first picture.
 */
const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': HELMETS['cross-origin-resource-policy'],
  'strict-transport-security': HELMETS['strict-transport-security'],
  'x-content-type-options': HELMETS['x-content-type-options'],
};

/**
 * The PDF worker decodes some images by WebAssembly. It has no network, so a hostile document that takes it over cannot
 * send anything.
 */
const PDF_WORKER_HEADERS = {
  ...FILE_HEADERS,
  'content-security-policy':
    "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
};
const PDF_WORKER = /^\/assets\/pdf\.worker/;

/** Headers of API replies, which must not be stored. All of a page's headers made a small request a seventh slower. */
export const CALL_HEADERS = { ...FILE_HEADERS, 'cache-control': 'no-store' };

/** Sets the security headers of every reply. A route may override them. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url));
    done();
  });
}

function headersOf(url: string) {
  if (url.startsWith('/api/')) return CALL_HEADERS;
  if (PDF_WORKER.test(url)) return PDF_WORKER_HEADERS;
  return url.startsWith('/assets/') ? FILE_HEADERS : PAGE_HEADERS;
}

function workOut(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const reply = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader() {},
  };
  helmet(options)({} as IncomingMessage, reply as unknown as ServerResponse, (fault) => {
    if (fault) throw fault;
  });
  return headers;
}
