import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Where browsers report what the policy kept from happening. */
export const REPORTS_PATH = '/api/policy-reports';

/** The Trusted Types policy of `web/src/features/documents/open-pdf.ts`. */
const WORKER_POLICY = 'pdf-worker';

/** The product's own origin and nothing else; no script in a page but by its hash (`policyWith`), no strings to the DOM. */
const OPTIONS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      // An email as it was sent, in a sandbox.
      frameSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // One policy, for the address of the worker that reads PDFs. None may create markup from text.
      trustedTypes: [WORKER_POLICY],
      reportTo: ['policy'],
      reportUri: [REPORTS_PATH],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  // `frame-ancestors` decides, where a page may be framed too (a document, an email).
  xFrameOptions: false,
};

/** The camera reads release codes (PICK-7); no page uses anything else that a browser asks a person to allow. */
const PERMISSIONS =
  'camera=(self), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()';

/**
 * The policy of a page that has a script within it, which may run by its hash: no other that stands in a page does.
 */
export function policyWith(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return PAGE_POLICY.replace("script-src 'self'", `$& 'sha256-${hash}'`);
}

/** The headers are always the same, so they are worked out once: for each reply they took a sixth of a small call's time. */
const HELMETS = workOut(OPTIONS);

const PAGE_POLICY = HELMETS['content-security-policy']!;

/** What a page is sent with, and all else that is no call. */
export const PAGE_HEADERS = {
  ...HELMETS,
  'permissions-policy': PERMISSIONS,
  'reporting-endpoints': `policy="${REPORTS_PATH}"`,
};

/**
 * What a script, a style sheet or a typeface of the web app is sent with. It is never shown by itself, so that of a
 * page's headers it needs those that keep it from being a page, from being framed, and from being taken for something
 * else. A first view has five such files before its first picture, each with half a kilobyte less.
 */
const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': HELMETS['cross-origin-resource-policy'],
  'strict-transport-security': HELMETS['strict-transport-security'],
  'x-content-type-options': HELMETS['x-content-type-options'],
};

/**
 * The worker that reads PDFs: it decodes some images by WebAssembly, and can reach no network, so that a hostile
 * document that takes it over can send nothing anywhere.
 */
const PDF_WORKER_HEADERS = {
  ...FILE_HEADERS,
  'content-security-policy':
    "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
};
const PDF_WORKER = /^\/assets\/pdf\.worker/;

/**
 * What the answer to a call is sent with: read by code as such a file is, and not to be kept. With all of a page's
 * headers a small call took a seventh longer.
 */
export const CALL_HEADERS = { ...FILE_HEADERS, 'cache-control': 'no-store' };

/** Sets the security headers of every reply that hooks are run for. A route may set others over them. */
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
