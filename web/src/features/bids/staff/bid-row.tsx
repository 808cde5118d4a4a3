import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Bid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { Trash2, Trophy } from 'lucide-react';
import { Money } from '../../../ui/display/money.tsx';
import { StatusBadge } from '../../../ui/display/status-badge.tsx';
import { formatDate, formatSeconds } from '../../../ui/format/dates.ts';
import { type MenuChoice, ThreeDotMenu } from '../../../ui/menu/menu.tsx';
import styles from './bid-timeline.module.css';
import { bidderOf } from './bidder-of.ts';

export interface BidRowProps {
  bid: Bid;
  auction: Auction;
  onChoose: () => void;
  onRemove: () => void;
}

/** One bid of the timeline (AUC-4). */
export function BidRow({ bid, auction, onChoose, onRemove }: BidRowProps) {
  const choices = choicesFor(bid, auction, onChoose, onRemove);
  return (
    <li className={`${styles.row} ${bid.is_winning_bid ? styles.winner : ''}`}>
      <div className={styles.who}>
        <p className={styles.sum}>
          <Money amount={bid.bid} size="md" />
          {bid.is_winning_bid && <StatusBadge status="won">Vinnare</StatusBadge>}
          {!bid.is_winning_bid && bid.bid === auction.highest_bid && (
            <StatusBadge status="leading">Högsta bud</StatusBadge>
          )}
        </p>
        <p className={bid.service_station_name === null ? styles.removed : undefined}>
          {bidderOf(bid)}
        </p>
        <p className={styles.at}>
          <time dateTime={bid.created_at}>
            {formatDate(bid.created_at)} {formatSeconds(bid.created_at)}
          </time>
        </p>
      </div>
      {choices.length > 0 && (
        <ThreeDotMenu
          label={`Fler val för bud ${formatKronor(bid.bid)} från ${bidderOf(bid)}`}
          choices={choices}
        />
      )}
    </li>
  );
}

/** AUC-8: a winner is chosen when the auction is not active; AUC-9: a bid is removed while it is. */
function choicesFor(
  bid: Bid,
  auction: Auction,
  onChoose: () => void,
  onRemove: () => void,
): MenuChoice[] {
  if (!auction.can_edit) return [];
  if (auction.is_active) {
    const icon = <Trash2 aria-hidden="true" size={20} />;
    return [{ id: 'remove', label: 'Ta bort bud', icon, isDanger: true, onAction: onRemove }];
  }
  // Nobody could be told (AUC-10).
  if (bid.is_winning_bid || bid.service_station_name === null) return [];
  const icon = <Trophy aria-hidden="true" size={20} />;
  return [{ id: 'choose', label: 'Välj vinnare', icon, onAction: onChoose }];
}
