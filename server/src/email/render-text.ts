/** How the words of an element stand in plain text. */
interface Form {
  /** Line breaks before and behind them, at the least: two leave a line empty. */
  breaks: [before: number, behind: number];
  /** What is said behind them. */
  ends?: string;
}

/** By elements and the classes of layout.tsx and parts.tsx; all others stand within a line. */
const FORMS: Record<string, Form> = {
  h1: { breaks: [2, 2] },
  h2: { breaks: [2, 1] },
  p: { breaks: [2, 2] },
  'p.item': { breaks: [1, 1] },
  'p.reason': { breaks: [1, 2] },
  table: { breaks: [2, 2] },
  'tr.fact': { breaks: [1, 1] },
  'td.quiet': { breaks: [0, 0], ends: ': ' },
};
const WITHIN_LINE: Form = { breaks: [0, 0] };

const INSIDE = '<td class="inside"';
const PIECE = /<!--.*?-->|<(\/?)(\w+)([^>]*)>|[^<]+/gs;
const CLASSES = / class="([^"]*)"/;
const ADDRESS = / href="([^"]*)"/;

/**
 * What an email's HTML says in plain text, for those who read it so: a fact is a line, an item has a dash, an address ends a
 * line. It reads what `renderHtml` writes of our parts, and no other HTML.
 */
export function renderText(html: string): string {
  let text = '';
  let breaks = 0;
  const say = (words: string) => {
    const isFirst = breaks > 0 || text === '' || text.endsWith(' ');
    const said = isFirst ? words.replace(/^ /, '') : words;
    if (said === '') return;
    if (breaks > 0 && text !== '') text = text.replace(/ $/, '') + '\n'.repeat(breaks);
    text += said;
    breaks = 0;
  };
  const open: Form[] = [];
  const inside = html.slice(html.indexOf(INSIDE));
  for (const [piece, closes, tag, attributes = ''] of inside.matchAll(PIECE)) {
    if (tag === 'hr') {
      breaks = Math.max(breaks, 2);
      say('--');
      breaks = 1;
    } else if (closes === '/') {
      const {
        breaks: [, behind],
        ends = '',
      } = open.pop() ?? WITHIN_LINE;
      say(ends);
      breaks = Math.max(breaks, behind);
    } else if (tag !== undefined && tag !== 'img') {
      const form = formOf(tag, attributes, open.at(-1));
      open.push(form);
      breaks = Math.max(breaks, form.breaks[0]);
      if (form === FORMS['p.item']) say('- ');
    } else if (!piece.startsWith('<')) say(unescaped(piece).replace(/[ \t\r\n\f\u200b]+/g, ' '));
  }
  return text.replace(/ $/, '');
}

/** Of a link the address follows: on a line of its own, or in a list on the same. */
function formOf(tag: string, attributes: string, around?: Form): Form {
  if (tag === 'a') {
    const address = unescaped(ADDRESS.exec(attributes)?.[1] ?? '');
    return around === FORMS['p.item']
      ? { ...WITHIN_LINE, ends: `: ${address}` }
      : { breaks: [2, 2], ends: `:\n${address}` };
  }
  const classes = CLASSES.exec(attributes)?.[1]?.split(' ') ?? [];
  const named = classes.map((name) => FORMS[`${tag}.${name}`]).find(Boolean);
  return named ?? FORMS[tag] ?? WITHIN_LINE;
}

/** The signs that React escapes. */
const SIGNS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const unescaped = (words: string) =>
  words.replace(/&[a-z]+;|&#x27;/g, (sign) => SIGNS[sign] ?? sign);
