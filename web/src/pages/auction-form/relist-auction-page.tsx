import type { Auction } from '@restvarde/contract/auctions/auction';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { AuctionMissing } from '../../features/auctions/auction-missing.tsx';
import { auctionQuery } from '../../features/auctions/auction-query.ts';
import { canBeRelisted } from '../../features/sales/relist/can-be-relisted.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { FormFailed, FormWaiting } from './form-states.tsx';
import { PreparedListing } from './prepared-listing.tsx';
import { relistListing } from './relist-listing.ts';
import { placeOf, withMissing } from './with-missing.ts';

const TITLE = 'Lägg upp på nytt';

/** Lists the object of an ended auction again (RELIST-1). */
export default function RelistAuctionPage() {
  const { id = '' } = useParams({ strict: false });
  if (!/^[1-9]\d{0,8}$/.test(id)) return <AuctionMissing />;
  return <RelistById key={id} id={Number(id)} />;
}

function RelistById({ id }: { id: number }) {
  const query = useQuery(auctionQuery(id));
  const [hasErrors, setFaulty] = useState(false);
  const { data: auction, error } = query;
  if (auction === undefined && error instanceof ApiError && error.status === 404) {
    return <AuctionMissing />;
  }
  return (
    <Page
      title={TITLE}
      width="form"
      hasErrors={hasErrors}
      above={
        <Breadcrumb
          items={[
            { title: 'Auktioner', href: paths.auctions },
            { title: auction?.number ?? 'Auktion', href: paths.auction(id) },
          ]}
          current={TITLE}
        />
      }
    >
      {auction !== undefined ? (
        <Relist auction={auction} onFaulty={setFaulty} />
      ) : error !== null ? (
        <FormFailed queries={[query]} />
      ) : (
        <FormWaiting />
      )}
    </Page>
  );
}

function Relist(props: { auction: Auction; onFaulty: (is_faulty: boolean) => void }) {
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
      onFaulty={props.onFaulty}
    />
  );
}
