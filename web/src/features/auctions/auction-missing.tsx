import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

/** Replaces an auction that does not exist or is hidden from the viewer, with the same text for both (ROLE-14). */
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
