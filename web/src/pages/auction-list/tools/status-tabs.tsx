import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import type { AuctionCounts } from '@restvarde/contract/auctions/list-auctions';
import { Link } from '@tanstack/react-router';
import {
  type AuctionListFilter,
  searchOfState,
} from '../../../features/auctions/auction-search.ts';
import { countLabel } from '../../../features/auctions/count-words.ts';
import { totalOf } from '../../../features/auctions/counts-query.ts';
import styles from './list-tools.module.css';

const TABS: readonly { state: AuctionState | null; title: string }[] = [
  { state: null, title: 'Alla' },
  { state: 'active', title: 'Aktiva' },
  { state: 'upcoming', title: 'Kommande' },
  { state: 'ended', title: 'Avslutade' },
];

export interface StatusTabsProps {
  filter: AuctionListFilter;
  counts: AuctionCounts | undefined;
  /** Only staff see upcoming auctions (ROLE-17). */
  showsUpcoming: boolean;
}

/** The states of a list as tabs, with their counts (LIST-13). */
export function StatusTabs({ filter, counts, showsUpcoming }: StatusTabsProps) {
  const tabs = TABS.filter(({ state }) => showsUpcoming || state !== 'upcoming');
  return (
    <nav aria-label="Status">
      <ul className={styles.tabs}>
        {tabs.map(({ state, title }) => {
          const search = { ...filter, ...searchOfState(state) };
          const count = totalOf(counts, search);
          return (
            <li key={title}>
              <Link
                to="."
                search={search}
                resetScroll={false}
                activeOptions={{ exact: false, explicitUndefined: true }}
                className={styles.tab}
              >
                <span>{title}</span>
                <span className={styles.count}>{count === null ? '' : countLabel(count)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
