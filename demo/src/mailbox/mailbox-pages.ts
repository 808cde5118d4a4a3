import type { ReceivedEmail } from './read-mailbox.ts';

const REFRESH_S = 5;
const HEAD = `<!doctype html>
<html lang="sv">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mejl</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
li { margin-block: 0.75rem; }
small { display: block; }
iframe { background: white; border: 1px solid #8888; height: 70vh; width: 100%; }
pre { white-space: pre-wrap; }
</style>
`;

/** Returns the page that lists all emails, newest first. It refreshes itself. */
export function renderList(emails: readonly ReceivedEmail[]): string {
  const rows = emails
    .toReversed()
    .map(
      (email) =>
        `<li><a href="/email/${email.id}">${escapeHtml(email.subject)}</a><small>${escapeHtml(describe(email))}</small></li>`,
    );
  return `${HEAD}<meta http-equiv="refresh" content="${REFRESH_S}">
<h1>Mejl</h1>
${rows.length === 0 ? '<p>Inga mejl än.</p>' : `<ul>${rows.join('\n')}</ul>`}
`;
}

/** Returns the page of an email: its HTML in a frame without scripts, and its text. */
export function renderEmail(email: ReceivedEmail): string {
  return `${HEAD}<p><a href="/">Alla mejl</a></p>
<h1>${escapeHtml(email.subject)}</h1>
<p>${escapeHtml(describe(email))}</p>
${email.html ? `<iframe sandbox="allow-popups" src="/email/${email.id}/html" title="Mejlet"></iframe>` : ''}
<pre>${escapeHtml(email.text ?? '')}</pre>
`;
}

/** Returns the HTML of an email; its links open in a new window. */
export function renderHtmlPart({ html = '' }: ReceivedEmail): string {
  return `<base target="_blank">${html}`;
}

function describe({ time, to, attachments }: ReceivedEmail): string {
  const when = new Date(time).toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' });
  const files = attachments.map(({ filename }) => filename).filter(Boolean);
  return [`${when} till ${to.map(({ address }) => address).join(', ')}`, ...files].join(', ');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
