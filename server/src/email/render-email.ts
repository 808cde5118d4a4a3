import type { Email, EmailPicture, EmailTemplate, Letterhead } from './email.ts';

/**
 * Renders a template to HTML, and that to text. Loads React and the templates with the first email, so that code that
 * only queues emails can import this cheaply. Uses `oneClickUrl` if the template can be turned off.
 */
export async function renderEmail<Props extends object>(
  to: string,
  loadTemplate: () => Promise<EmailTemplate<Props>>,
  props: Props,
  top: { letterhead: Letterhead; pictures: EmailPicture[] } | null = null,
  oneClickUrl: string | null = null,
): Promise<Email> {
  const { renderHtml, renderText } = await import('./renderer.ts');
  const template = await loadTemplate();
  const html = renderHtml(template.default, props, top?.letterhead ?? null);
  const unsubscribeUrl = template.unsubscribeUrl?.(props);
  return {
    to,
    subject: template.subject(props),
    html,
    text: renderText(html),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(unsubscribeUrl && oneClickUrl ? { oneClickUrl } : {}),
    ...(top && top.pictures.length > 0 ? { pictures: top.pictures } : {}),
  };
}
