import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** The auctions that the viewer may see (LIST-1). */
export default function AuctionListPage() {
  return (
    <Page title="Auktioner">
      <EmptyState title="Inga auktioner" />
    </Page>
  );
}
