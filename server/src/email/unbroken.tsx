import { UNBROKEN } from '@restvarde/contract/fields';
import { Children, type ReactNode } from 'react';

const ON_ONE_LINE = { whiteSpace: 'nowrap' } as const;

/** Replaces spaces by no-break spaces where words belong together. */
export function unbroken(content: ReactNode): ReactNode {
  return Children.map(content, (part) =>
    typeof part === 'string' ? part.split(UNBROKEN).map(onOneLine) : part,
  );
}

const onOneLine = (piece: string, at: number): ReactNode =>
  at % 2 === 0 ? (
    piece
  ) : (
    <span key={at} style={ON_ONE_LINE}>
      {piece}
    </span>
  );
