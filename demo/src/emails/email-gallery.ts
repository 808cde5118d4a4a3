import { type RenderedSample, renderSamples } from '@restvarde/server/email/emails';
import type { FastifyInstance, FastifyReply } from 'fastify';

const PATH = '/demo/emails';
const WIDTHS = ['360', '600', '900'];

/**
 * A page of all emails, for those who write them: HTML and text side by side, at the width of a phone and
 * wider, light and dark.
 */
export function emailGallery(app: FastifyInstance): void {
  app.get<{ Querystring: { width?: string; dark?: string } }>(PATH, async ({ query }, reply) => {
    const width = WIDTHS.find((each) => each === query.width) ?? '360';
    const view = { width, is_dark: query.dark === '1' };
    return sendPage(reply, page(await renderSamples(), view));
  });
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'";
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html);
}

function page(samples: RenderedSample[], view: { width: string; is_dark: boolean }): string {
  const link = (width: string, is_dark: boolean, text: string) => {
    const isHere = width === view.width && is_dark === view.is_dark;
    return `<a href="${PATH}?width=${width}&amp;dark=${is_dark ? 1 : 0}"${isHere ? ' aria-current="true"' : ''}>${text}</a>`;
  };
  const emails = samples.map(
    ({ template, name, email }, n) => `
    <section id="${n}"><h2>${template}: ${quoted(name)}</h2>
    <p><strong>${quoted(email.subject)}</strong> <small>${email.subject.length} tecken</small></p>
    <div><iframe title="${template}, ${quoted(name)}" width="${view.width}" srcdoc="${quoted(paint(email.html, view.is_dark))}"></iframe>
    <pre>${quoted(email.text)}</pre></div></section>`,
  );
  return `<!doctype html><html lang="sv"><head><meta charset="utf-8"><title>Mejl</title><style>
    body { font: 16px system-ui; margin: 24px } nav { position: sticky; top: 0; background: #fff; padding: 8px 0; display: flex; gap: 16px }
    [aria-current] { font-weight: 700; color: inherit; text-decoration: none }
    section > div { display: flex; gap: 24px; align-items: start } iframe { flex: none; height: 900px; border: 1px solid #999 }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; margin: 0; max-width: 72ch }
    </style></head><body><h1>Alla mejl</h1>
    <nav>${WIDTHS.map((width) => link(width, view.is_dark, `${width} px`)).join('')}
    ${link(view.width, false, 'Ljust')}${link(view.width, true, 'Mörkt')}</nav>${emails.join('')}</body></html>`;
}

/** Renders the email in the given scheme, whatever the browser's setting. */
function paint(html: string, isDark: boolean): string {
  return html.replace('(prefers-color-scheme: dark)', isDark ? 'all' : 'not all');
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
