import './jsx-loader.ts';
import { compile, type FormatCallback } from 'html-to-text';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Letterhead } from './email.ts';
import { LetterheadContext } from './letterhead.ts';

/** Expected by mail programs; with an HTML5 doctype some lay out tables differently. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** The HTML of an email. React escapes user text. */
export function renderHtml<Props extends object>(
  template: FunctionComponent<Props>,
  props: Props,
  letterhead: Letterhead | null,
): string {
  const page = createElement(
    LetterheadContext.Provider,
    { value: letterhead },
    createElement(template, props),
  );
  return DOCTYPE + renderToStaticMarkup(page);
}

/** «Visa auktionen:», with the address on the next line. */
const link: FormatCallback = ({ children, attribs }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(children, builder);
  builder.addInline(':');
  builder.addLineBreak();
  builder.addInline(attribs.href, { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 2 });
};

/** In a list the address stays on the link's line. */
const listedLink: FormatCallback = ({ children, attribs }, walk, builder) => {
  walk(children, builder);
  builder.addInline(': ');
  builder.addInline(attribs.href, { noWordTransform: true });
};

const listItem: FormatCallback = ({ children }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addInline('- ');
  walk(children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const close = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/** Converts HTML to plain text. The selectors are the classes of layout.tsx and parts.tsx. */
export const renderText: (html: string) => string = compile({
  wordwrap: false,
  baseElements: { selectors: ['td.inside'] },
  formatters: { link, listedLink, listItem },
  selectors: [
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'h2', options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 } },
    { selector: 'p.item', format: 'listItem' },
    { selector: 'table', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'tr.fact', format: 'block', options: close },
    { selector: 'th.quiet', format: 'inlineSurround', options: { suffix: ': ' } },
    { selector: 'a', format: 'link' },
    { selector: 'p.item > a', format: 'listedLink' },
    { selector: 'img', format: 'skip' },
    {
      selector: 'hr',
      format: 'blockString',
      options: { ...close, leadingLineBreaks: 2, string: '--' },
    },
    { selector: 'p.reason', format: 'paragraph', options: { ...close, trailingLineBreaks: 2 } },
  ],
});
