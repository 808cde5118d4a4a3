import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** A text, or an element: its tag, its attributes and what it contains. */
export type GuideNode = string | [tag: string, attributes: Record<string, string>, GuideNode[]];

/** A Markdown file as a page shows it. */
export interface Guide {
  /** What follows the title. */
  nodes: GuideNode[];
  /** The headings of the second level, with the ids of their elements. */
  sections: { id: string; title: string }[];
}

const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const inline = (tokens: Token[] = []) => tokens.map(node);

const cells = (tag: 'th' | 'td', row: Tokens.TableCell[]): GuideNode => {
  const attributes: Record<string, string> = tag === 'th' ? { scope: 'col' } : {};
  return ['tr', {}, row.map((cell): GuideNode => [tag, attributes, inline(cell.tokens)])];
};

/** @throws Error for Markdown that no guide has used so far. */
function node(token: Token): GuideNode {
  switch (token.type) {
    case 'heading':
      return [`h${token.depth}`, { id: slug(token.text) }, inline(token.tokens)];
    case 'paragraph':
      return ['p', {}, inline(token.tokens)];
    case 'code':
      return ['pre', {}, [['code', {}, [token.text]]]];
    case 'list':
      return ['ul', {}, token.items.map((item: Token) => node(item))];
    case 'list_item':
      return ['li', {}, inline((token as Tokens.ListItem).tokens)];
    case 'table':
      return [
        'table',
        {},
        [
          ['thead', {}, [cells('th', token.header)]],
          ['tbody', {}, token.rows.map((row: Tokens.TableCell[]) => cells('td', row))],
        ],
      ];
    case 'link':
      return ['a', { href: token.href }, inline(token.tokens)];
    case 'codespan':
      return ['code', {}, [token.text]];
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens
        ? ['span', {}, inline(token.tokens)]
        : token.text.replaceAll('\n', ' ');
    default:
      throw new Error(`The guide has a ${token.type}.`);
  }
}

/** Reads a file of `docs`, without its title. */
function readGuide(markdown: string): Guide {
  const isHeading = (token: Token, depth: number): token is Tokens.Heading =>
    token.type === 'heading' && token.depth === depth;
  const tokens = marked
    .lexer(markdown)
    .filter((token) => token.type !== 'space' && !isHeading(token, 1));
  const headings = tokens.filter((token): token is Tokens.Heading => isHeading(token, 2));
  const sections = headings.map(({ text }) => ({ id: slug(text), title: text }));
  return { nodes: tokens.map(node), sections };
}

/** An imported `.md` is a `Guide`, so that browsers and servers need no renderer. */
export const guides: Plugin = {
  name: 'guides',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.md')) return null;
    return { code: `export default ${JSON.stringify(readGuide(code))};`, map: null };
  },
};
