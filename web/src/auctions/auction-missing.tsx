import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** In place of an auction that is not there, or not for the viewer: the two are told alike (ROLE-14). */
export function AuctionMissing() {
  return (
    <Page title="Auktionen finns inte">
      <EmptyState
        title="Vi hittar ingen auktion här"
        icon={<SearchX size={28} strokeWidth={1.75} />}
        action={
          <Link to={paths.auctions} className={buttonClass({ variant: 'primary' })}>
            Till auktionerna
          </Link>
        }
      >
        Den kan vara raderad eller avslutad, eller så är adressen fel.
      </EmptyState>
    </Page>
  );
}
