import { UNBROKEN } from '@restvarde/contract/fields';
import { Children, type ReactNode } from 'react';

/** Keeps the parts of a text that belong together, such as an amount, on one line. */
export function unbroken(content: ReactNode): ReactNode {
  if (typeof content === 'string') return keepTogether(content);
  return Children.map(content, (part) => (typeof part === 'string' ? keepTogether(part) : part));
}

/**
 * Text in pieces becomes one element that is replaced as a whole: a translation tool may have replaced its text
 * nodes.
 */
function keepTogether(text: string): ReactNode {
  const pieces = text.split(UNBROKEN);
  if (pieces.length === 1) return text;
  return <span key={text}>{pieces.map(onOneLine)}</span>;
}

const onOneLine = (piece: string, at: number): ReactNode =>
  at % 2 === 0 ? (
    piece
  ) : (
    <span key={at} className="unbroken">
      {piece}
    </span>
  );
