import { Children, type ReactNode } from 'react';

const DATE = /(\d{4}-\d{2}-\d{2}(?:\u00a0\d{2}:\d{2})?)/;

/** What is said, with each date in it on one line: a browser would break it at its hyphens. */
export function dated(said: ReactNode): ReactNode {
  return Children.map(said, (part) =>
    typeof part === 'string' && DATE.test(part) ? part.split(DATE).map(onOneLine) : part,
  );
}

/** What was split by stands at the odd places. */
const onOneLine = (piece: string, at: number): ReactNode =>
  at % 2 === 0 ? piece : <time key={at}>{piece}</time>;
