import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { Link } from '@tanstack/react-router';
import { paths } from '../../base/urls/paths.ts';
import type { AuctionListKind } from '../../features/auctions/list-query.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

export interface NoAuctionsProps {
  kind: AuctionListKind;
  /** Removes all filters. Null if none is set. */
  onClear: (() => void) | null;
  /** The search text (LIST-11). */
  searched: string | undefined;
  me: User;
}

/** «Inga auktioner», and the next step (LIST-1). */
export function NoAuctions({ kind, onClear, searched, me }: NoAuctionsProps) {
  if (onClear !== null) {
    return (
      <EmptyState
        title="Inga auktioner"
        action={
          <Button
            onPress={() => {
              onClear();
              // The button is removed with the filters.
              document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
            }}
          >
            Rensa filter
          </Button>
        }
      >
        {searched === undefined
          ? 'Inga auktioner stämmer med de filter som är på.'
          : `Inga auktioner stämmer med ”${searched}”. Sök på början av reg.nr, fabrikat, modell, årsmodell eller nummer.`}
      </EmptyState>
    );
  }
  if (kind === 'won') {
    return (
      <EmptyState title="Inga auktioner">
        Här kommer de auktioner som du har vunnit, när handläggaren har meddelat dig.
      </EmptyState>
    );
  }
  if (kind === 'mine') {
    return (
      <EmptyState
        title="Inga auktioner"
        action={<Link to={paths.auctions}>Se alla auktioner</Link>}
      >
        Här kommer de auktioner som du bjuder på eller bevakar.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Inga auktioner">
      {may.actAsStation(me) &&
        'Just nu pågår ingen auktion för dig. Du får ett mejl när ett nytt objekt läggs ut.'}
    </EmptyState>
  );
}
