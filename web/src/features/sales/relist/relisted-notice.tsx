import type { Auction } from '@restvarde/contract/auctions/auction';
import { RELIST_SENTENCE } from '@restvarde/contract/sale/relist-rules';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../base/urls/paths.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';

/** Links to the auction that now sells the object of an ended one (RELIST-4). */
export function RelistedNotice(props: { successor: NonNullable<Auction['relisted_as']> }) {
  const { id, number } = props.successor;
  return (
    <Notice tone="info">
      <p>
        <span>{RELIST_SENTENCE.isRelisted}</span>{' '}
        <Link to={paths.auction(id)}>{`Auktion ${number}`}</Link>
      </p>
    </Notice>
  );
}
