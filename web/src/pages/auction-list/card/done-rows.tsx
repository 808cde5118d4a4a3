import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { stockholmDate, weekdayDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../base/urls/paths.ts';
import type { AuctionListKind } from '../../../features/auctions/list-query.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { vehicleName } from './auction-card.tsx';
import styles from './done-rows.module.css';

export interface DoneRowsProps {
  cards: readonly AuctionCard[];
  list: AuctionListKind;
}

/** Finished purchases, each in one compact row (LIST-17). */
export default function DoneRows({ cards, list }: DoneRowsProps) {
  return (
    <ul className="surface" aria-labelledby="group-done">
      {cards.map((card) => (
        <li key={card.id} className={styles.row}>
          <Link to={paths.auction(card.id)} state={{ list }} className={styles.name}>
            {vehicleName(card)}
          </Link>
          <span className={`quiet ${styles.quiet}`}>{card.registration_number || card.number}</span>
          <span className={`quiet ${styles.quiet}`}>{outcomeOf(card)}</span>
          <span className={styles.sum}>
            {card.winning_bid === null ? '' : formatKronor(card.winning_bid)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function outcomeOf({ collection }: AuctionCard): string {
  if (collection?.state === 'undone') {
    const { storage_days, storage_cost } = collection;
    return storage_days > 0
      ? `Köpet är hävt, lagring ${formatKronor(storage_cost)}`
      : 'Köpet är hävt';
  }
  if (collection?.handed_over_at == null) return '';
  const today = stockholmDate(new Date(serverClock.now()));
  return `Utlämnat ${weekdayDate(stockholmDate(new Date(collection.handed_over_at)), today)}`;
}
