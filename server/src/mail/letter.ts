import { type CSSProperties, Fragment, createElement as h, type ReactNode } from 'react';

/** A letter that is ready to send: both forms say the same. */
export interface Letter {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where letters like this are turned off; said in a header, too. */
  turnOffUrl?: string;
}

/** What a letter consists of, before it is dressed in the product's look. */
export interface LetterContent {
  subject: string;
  heading: string;
  /** What a list of letters shows beside the subject; the first paragraph unless it says less than this. */
  preview?: string;
  /** Paragraphs, one sentence or a few each. */
  paragraphs: string[];
  /** Names and values, under the paragraphs. */
  facts?: [name: string, value: string][];
  /** Lists under their own headings, a line to an entry. */
  lists?: { heading: string; lines: string[] }[];
  /** Shown large, to be read and typed. */
  code?: string;
  button?: { text: string; url: string };
  /** Why the reader gets this. */
  reason: string;
  /** Where the reader turns letters like this off, if that can be done. */
  turnOff?: { text: string; url: string };
}

const COLOR = {
  ink: '#14211F',
  quiet: '#5E6B68',
  ground: '#F6F7F5',
  primary: '#0B4F6C',
  line: '#D5DBD8',
};
/** Programs that show letters in the dark and read this get our own dark colours instead of guessed ones. */
const DARK = `
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: #0F1716 !important; }
  .card { background-color: #18211F !important; border-color: #33403D !important; }
  .ink { color: #EDF2F0 !important; }
  .quiet { color: #B9C4C1 !important; }
  .brand { color: #7CC4E4 !important; }
  .line { border-color: #33403D !important; }
  .button, .button * { background-color: #7CC4E4 !important; color: #0B1513 !important; }
}
@media (max-width: 480px) {
  .card { border-radius: 0 !important; }
  .inside { padding: 20px 18px !important; }
}`;
/** Outlook for Windows knows no greatest width, and is told one in a comment that it alone reads. */
const FOR_OUTLOOK = '<!--[if mso]><style>.card { width: 600px; }</style><![endif]-->';
const FONT = '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

const BREAKS = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;
const BODY = { backgroundColor: COLOR.ground, fontFamily: FONT, margin: 0, padding: '24px 0' };
const CARD = {
  maxWidth: 600,
  backgroundColor: '#FFFFFF',
  border: `1px solid ${COLOR.line}`,
  borderRadius: 10,
  borderCollapse: 'separate',
} as const;
/** Of the cell: of a table Outlook knows no padding. */
const INSIDE = { padding: '24px 32px' };
const BRAND = { fontSize: 20, fontWeight: 700, color: COLOR.primary, margin: 0 };
const HEADING = { fontSize: 24, lineHeight: '30px', color: COLOR.ink, ...BREAKS };
const SUBHEADING = { fontSize: 16, lineHeight: '24px', color: COLOR.ink, margin: '24px 0 4px' };
const PARAGRAPH = { fontSize: 16, lineHeight: '24px', color: COLOR.ink, ...BREAKS };
const LINE = { fontSize: 15, lineHeight: '22px', color: COLOR.ink, margin: '2px 0', ...BREAKS };
const CODE = {
  fontSize: 36,
  lineHeight: '44px',
  fontWeight: 700,
  letterSpacing: 6,
  color: COLOR.ink,
  margin: '8px 0',
};
const TABLE = { width: '100%', borderCollapse: 'collapse', margin: '8px 0 20px' } as const;
const CELL = {
  fontSize: 15,
  lineHeight: '22px',
  padding: '8px 0',
  borderBottom: `1px solid ${COLOR.line}`,
  verticalAlign: 'top',
};
const NAME = { color: COLOR.quiet, width: '42%', paddingRight: 12 };
const VALUE = { color: COLOR.ink, ...BREAKS };
const BUTTON = {
  backgroundColor: COLOR.primary,
  color: '#FFFFFF',
  fontSize: 16,
  fontWeight: 600,
  borderRadius: 10,
  padding: '14px 24px',
  marginTop: 20,
};
const RULE = { borderColor: COLOR.line, margin: '24px 0 12px' };
const SMALL = { fontSize: 14, lineHeight: '20px', color: COLOR.quiet, margin: '8px 0', ...BREAKS };
const LINK = { color: COLOR.primary, textDecoration: 'underline' };

/** What mail programs expect at the top; in HTML of today some of them lay out tables in another way. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** What letters are built with; loaded when it is first asked for, not with whatever imports this. */
export async function loadComponents() {
  const [email, { renderToStaticMarkup }] = await Promise.all([
    import('@react-email/components'),
    import('react-dom/server'),
  ]);
  return { email, renderToStaticMarkup };
}

/** Dresses a letter (HTML and text). */
export async function composeLetter(to: string, content: LetterContent): Promise<Letter> {
  const { email, renderToStaticMarkup } = await loadComponents();
  const text = (className: string, style: CSSProperties, child: ReactNode, key?: number) =>
    h(email.Text, { className, key, style }, child);
  const paragraph = (child: ReactNode, key: number) => text('ink', PARAGRAPH, child, key);
  const { button, turnOff, facts, lists = [] } = content;
  const element = h(
    email.Html,
    { lang: 'sv' },
    h(
      email.Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, DARK),
    ),
    h(email.Preview, null, content.preview ?? content.paragraphs[0] ?? content.heading),
    h(
      email.Body,
      { className: 'ground', style: BODY },
      h(
        Card,
        null,
        text('brand', BRAND, 'Restvärde'),
        h(email.Heading, { as: 'h1', className: 'ink', style: HEADING }, content.heading),
        content.paragraphs.slice(0, 1).map(paragraph),
        content.code && text('ink', CODE, content.code),
        facts && h(Facts, { facts }),
        content.paragraphs.slice(1).map(paragraph),
        lists.map(({ heading, lines }) =>
          h(
            Fragment,
            { key: heading },
            h(email.Heading, { as: 'h2', className: 'ink', style: SUBHEADING }, heading),
            lines.map((line, key) => text('ink', LINE, line, key)),
          ),
        ),
        button &&
          h(email.Button, { href: button.url, className: 'button', style: BUTTON }, button.text),
        h(email.Hr, { className: 'line', style: RULE }),
        text('quiet', SMALL, content.reason),
        turnOff &&
          h(
            email.Text,
            { className: 'quiet', style: SMALL },
            h(email.Link, { href: turnOff.url, className: 'brand', style: LINK }, turnOff.text),
          ),
      ),
    ),
  );
  return {
    to,
    subject: content.subject,
    // At once, and not by the components' own renderer, whose streams take many times as long.
    html: DOCTYPE + renderToStaticMarkup(element).replace('</head>', `${FOR_OUTLOOK}</head>`),
    text: textOf(content),
    ...(turnOff ? { turnOffUrl: turnOff.url } : {}),
  };
}

/** One column in the middle, as wide as it may be; a table, since mail programs know nothing better. */
function Card({ children }: { children?: ReactNode }) {
  const table = {
    role: 'presentation',
    align: 'center',
    width: '100%',
    cellPadding: 0,
    cellSpacing: 0,
  };
  const cell = h('td', { className: 'inside', style: INSIDE }, children);
  return h(
    'table',
    { ...table, className: 'card', style: CARD },
    h('tbody', null, h('tr', null, cell)),
  );
}

/** A table, since mail programs know no other columns. */
function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style: TABLE },
    h(
      'tbody',
      null,
      facts.map(([name, value]) =>
        h(
          'tr',
          { key: name },
          h('td', { className: 'quiet line', style: { ...CELL, ...NAME } }, name),
          h('td', { className: 'ink line', style: { ...CELL, ...VALUE } }, value),
        ),
      ),
    ),
  );
}

/** The same in plain text, for those who read it so: written, not squeezed out of the HTML. */
function textOf(content: LetterContent): string {
  const { heading, paragraphs, code, facts, lists = [], button, reason, turnOff } = content;
  const [first = '', ...rest] = paragraphs;
  return [
    `Restvärde\n\n${heading}`,
    first,
    code ?? '',
    (facts ?? []).map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...rest,
    ...lists.map((list) => [list.heading, ...list.lines.map((line) => `- ${line}`)].join('\n')),
    button ? `${button.text}:\n${button.url}` : '',
    `--\n${reason}`,
    turnOff ? `${turnOff.text}:\n${turnOff.url}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
