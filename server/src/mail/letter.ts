import { createElement as h, type ReactNode } from 'react';

/** A letter that is ready to send: both forms say the same. */
export interface Letter {
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** What a letter consists of, before it is dressed in the product's look. */
export interface LetterContent {
  subject: string;
  heading: string;
  /** Paragraphs, one sentence or a few each. */
  paragraphs: ReactNode[];
  /** Shown large, to be read and typed. */
  code?: string;
  button?: { text: string; url: string };
  /** Why the reader gets this. */
  reason: string;
}

const COLOR = {
  ink: '#14211F',
  quiet: '#5E6B68',
  ground: '#F6F7F5',
  primary: '#0B4F6C',
  line: '#D5DBD8',
};
const FONT = '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

/** Dresses a letter (HTML and text). React Email is loaded at the first letter, not at start-up. */
export async function composeLetter(to: string, content: LetterContent): Promise<Letter> {
  const email = await import('@react-email/components');
  const paragraph = (child: ReactNode, key: number) =>
    h(email.Text, { key, style: { fontSize: 16, lineHeight: '24px', color: COLOR.ink } }, child);
  const element = h(
    email.Html,
    { lang: 'sv' },
    h(email.Head, null, h('meta', { name: 'color-scheme', content: 'light dark' })),
    h(email.Preview, null, content.heading),
    h(
      email.Body,
      { style: { backgroundColor: COLOR.ground, fontFamily: FONT, margin: 0, padding: '24px 0' } },
      h(
        email.Container,
        {
          style: {
            maxWidth: 600,
            backgroundColor: '#FFFFFF',
            border: `1px solid ${COLOR.line}`,
            borderRadius: 10,
            padding: '24px 32px',
          },
        },
        h(
          email.Text,
          { style: { fontSize: 20, fontWeight: 700, color: COLOR.primary, margin: 0 } },
          'Restvärde',
        ),
        h(
          email.Heading,
          { as: 'h1', style: { fontSize: 24, lineHeight: '30px', color: COLOR.ink } },
          content.heading,
        ),
        content.paragraphs.slice(0, 1).map(paragraph),
        content.code &&
          h(
            email.Text,
            {
              style: {
                fontSize: 36,
                lineHeight: '44px',
                fontWeight: 700,
                letterSpacing: 6,
                color: COLOR.ink,
                margin: '8px 0',
              },
            },
            content.code,
          ),
        content.paragraphs.slice(1).map(paragraph),
        content.button &&
          h(
            email.Button,
            {
              href: content.button.url,
              style: {
                backgroundColor: COLOR.primary,
                color: '#FFFFFF',
                fontSize: 16,
                fontWeight: 600,
                borderRadius: 10,
                padding: '14px 24px',
              },
            },
            content.button.text,
          ),
        h(email.Hr, { style: { borderColor: COLOR.line, margin: '24px 0 12px' } }),
        h(
          email.Text,
          { style: { fontSize: 14, lineHeight: '20px', color: COLOR.quiet } },
          content.reason,
        ),
      ),
    ),
  );
  return {
    to,
    subject: content.subject,
    html: await email.render(element),
    text: await email.render(element, { plainText: true }),
  };
}
