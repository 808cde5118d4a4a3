import { UNBROKEN } from '@restvarde/contract/fields';
import { Children, type ReactNode } from 'react';

/** What is said, with what belongs together on one line. */
export function unbroken(said: ReactNode): ReactNode {
  if (typeof said === 'string') return keepTogether(said);
  return Children.map(said, (part) => (typeof part === 'string' ? keepTogether(part) : part));
}

/** Text in pieces is one element, replaced as a whole when it changes: a translator may have replaced its text nodes. */
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
