import './jsx-loader.ts';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Letterhead } from './email.ts';
import { LetterheadContext } from './letterhead.ts';

/** What mail programs expect at the top; in HTML of today some of them lay out tables in another way. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** The whole page of an email; what people wrote is escaped. */
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
