import { Children, type ReactNode } from 'react';

/** «2026-11-24 14:00», «D-4D», «NS-1001». */
const HYPHENED = /(\S{0,9}-\d\S{0,9}(?:\u00a0\d\d:\d\d)?)/;

/** What is said, with each date and each name of figures in it on one line: a browser would break them at their hyphens. */
export function unbroken(said: ReactNode): ReactNode {
  return Children.map(said, (part) =>
    typeof part === 'string' && HYPHENED.test(part) ? part.split(HYPHENED).map(onOneLine) : part,
  );
}

/** What was split by stands at the odd places. */
const onOneLine = (piece: string, at: number): ReactNode =>
  at % 2 === 0 ? (
    piece
  ) : (
    <span key={at} className="unbroken">
      {piece}
    </span>
  );
