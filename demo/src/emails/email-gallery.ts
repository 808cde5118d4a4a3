import type { Platform } from '@restvarde/server/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ComposeJob, composeSamples, type Sample } from './sample-emails.ts';

const PATH = '/demo/letters';
const WIDTHS = ['360', '600', '900'];

/**
 * A page of all letters, for those who write them: HTML and text side by side, at the width of a phone and
 * wider, light and dark. Of a demo alone; composed anew at each visit.
 */
export function letterGallery(app: FastifyInstance, platform: Platform, compose: ComposeJob): void {
  app.get<{ Querystring: { width?: string; dark?: string } }>(PATH, async ({ query }, reply) => {
    const samples = await composeSamples(platform, compose);
    return sendPage(
      reply,
      page(samples, { width: query.width ?? '360', is_dark: query.dark === '1' }),
    );
  });
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'";
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html);
}

function page(samples: Sample[], view: { width: string; is_dark: boolean }): string {
  const link = (width: string, is_dark: boolean, text: string) => {
    const isHere = width === view.width && is_dark === view.is_dark;
    return `<a href="${PATH}?width=${width}&amp;dark=${is_dark ? 1 : 0}"${isHere ? ' aria-current="true"' : ''}>${text}</a>`;
  };
  const letters = samples.map(
    ({ kind, name, letter }, n) => `
    <section id="${n}"><h2>${kind}: ${quoted(name)}</h2>
    <p><strong>${quoted(letter.subject)}</strong> <small>${letter.subject.length} tecken</small></p>
    <div><iframe title="${kind}, ${quoted(name)}" width="${view.width}" srcdoc="${quoted(paint(letter.html, view.is_dark))}"></iframe>
    <pre>${quoted(letter.text)}</pre></div></section>`,
  );
  return `<!doctype html><html lang="sv"><head><meta charset="utf-8"><title>Mejl</title><style>
    body { font: 16px system-ui; margin: 24px } nav { position: sticky; top: 0; background: #fff; padding: 8px 0; display: flex; gap: 16px }
    [aria-current] { font-weight: 700; color: inherit; text-decoration: none }
    section > div { display: flex; gap: 24px; align-items: start } iframe { flex: none; height: 900px; border: 1px solid #999 }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; margin: 0; max-width: 72ch }
    </style></head><body><h1>Alla mejl</h1>
    <nav>${WIDTHS.map((width) => link(width, view.is_dark, `${width} px`)).join('')}
    ${link(view.width, false, 'Ljust')}${link(view.width, true, 'Mörkt')}</nav>${letters.join('')}</body></html>`;
}

/** As a program shows it that is set to dark, or is not, whatever this browser is set to. */
function paint(html: string, isDark: boolean): string {
  return html.replace('(prefers-color-scheme: dark)', isDark ? 'all' : 'not all');
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
