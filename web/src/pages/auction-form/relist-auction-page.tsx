import type { Auction } from '@restvarde/contract/auctions/auction';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../base/urls/paths.ts';
import { canBeRelisted } from '../../features/sales/relist/can-be-relisted.ts';
import { meQuery } from '../../features/users/queries.ts';
import { AuctionFormPage } from './auction-form-page.tsx';
import { PreparedListing } from './prepared-listing.tsx';
import { relistListing } from './relist-listing.ts';
import { placeOf, withMissing } from './with-missing.ts';

const TITLE = 'Lägg upp på nytt';

/** Lists the object of an ended auction again (RELIST-1). */
export default function RelistAuctionPage() {
  return (
    <AuctionFormPage title={TITLE} current={TITLE}>
      {(auction, onErrorsChange) => <Relist {...{ auction, onErrorsChange }} />}
    </AuctionFormPage>
  );
}

function Relist(props: { auction: Auction; onErrorsChange: (hasErrors: boolean) => void }) {
  // The auction when the form was opened: saving changes it.
  const [auction] = useState(props.auction);
  const { data: me } = useQuery(meQuery);
  if (!canBeRelisted(auction)) return <Navigate to={paths.auction(auction.id)} replace />;
  if (me === undefined) return null;
  return (
    <PreparedListing
      company={me.is_superuser ? String(auction.company.id) : undefined}
      listingOf={({ facts }) => relistListing(auction, facts, me.id)}
      choicesOf={({ categories, places }) => ({
        categories: withMissing(categories, auction.categories),
        places: withMissing(places, placeOf(auction)),
      })}
      onErrorsChange={props.onErrorsChange}
    />
  );
}
