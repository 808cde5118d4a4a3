import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Where browsers report breaches of the content security policy. */
export const REPORTS_PATH = '/api/policy-reports';

/** The Trusted Types policies of `web/src/features/documents/open-pdf.ts` and `web/src/features/push/registration.ts`. */
const WORKER_POLICIES = 'pdf-worker restvarde-sw';

/** Allows the product's own origin only: no inline script except by hash (`policyWith`), no strings to the DOM. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // Sent emails are shown in a sandboxed frame.
  "frame-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // For the URLs of the PDF worker and the service worker. None may create markup from text.
  `trusted-types ${WORKER_POLICIES}`,
  'report-to policy',
  `report-uri ${REPORTS_PATH}`,
].join(';');

/** The camera reads release codes (PICK-7). No page needs another permission. */
const PERMISSIONS =
  'camera=(self), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()';

/** The policy of a page with one inline script, allowed by its hash. */
export function policyWith(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return PAGE_POLICY.replace("script-src 'self'", `$& 'sha256-${hash}'`);
}

const RESOURCE_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/**
 * Headers of pages and of everything that is neither a file of the app nor an API reply. `frame-ancestors` replaces
 * X-Frame-Options, also on pages that may be framed (a document, an email).
 */
export const PAGE_HEADERS = {
  ...RESOURCE_HEADERS,
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'reporting-endpoints': `policy="${REPORTS_PATH}"`,
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/**
 * Headers of the web app's scripts, style sheets and fonts. Such a file is never shown by itself, so it needs only the
 * headers that prevent it from being a page, from being framed and from being sniffed as another type. This saves half
 * a kilobyte on each of the five files before a first view's first picture.
 */
const FILE_HEADERS = {
  ...RESOURCE_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
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
