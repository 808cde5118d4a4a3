import type { Auction } from '@restvarde/contract/auctions/auction';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { AuctionMissing } from '../../features/auctions/auction-missing.tsx';
import { auctionQuery } from '../../features/auctions/auction-query.ts';
import { categoriesQuery, stagingAreasQuery } from '../../features/categories/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { ChangeAuctionForm } from './change-auction-form.tsx';
import { FormFailed, FormWaiting } from './form-states.tsx';

/** Changes an auction (FORM-1, AUC-15). */
export default function ChangeAuctionPage() {
  const { id = '' } = useParams({ strict: false });
  if (!/^[1-9]\d{0,8}$/.test(id)) return <AuctionMissing />;
  return <ChangeById key={id} id={Number(id)} />;
}

function ChangeById({ id }: { id: number }) {
  const query = useQuery(auctionQuery(id));
  const [hasErrors, setFaulty] = useState(false);
  const { data: auction, error } = query;
  if (auction === undefined && error instanceof ApiError && error.status === 404) {
    return <AuctionMissing />;
  }
  if (auction?.can_edit === false) return <Navigate to={paths.auction(id)} replace />;
  return (
    <Page
      title="Ändra auktion"
      width="form"
      hasErrors={hasErrors}
      above={
        <Breadcrumb
          items={[
            { title: 'Auktioner', href: paths.auctions },
            { title: auction?.number ?? 'Auktion', href: paths.auction(id) },
          ]}
          current="Ändra"
        />
      }
    >
      {auction !== undefined ? (
        <Prepared auction={auction} onFaulty={setFaulty} />
      ) : error !== null ? (
        <FormFailed queries={[query]} />
      ) : (
        <FormWaiting />
      )}
    </Page>
  );
}

/** Waits for the form's data. */
function Prepared(props: { auction: Auction; onFaulty: (is_faulty: boolean) => void }) {
  const { auction, onFaulty } = props;
  const { data: me } = useQuery(meQuery);
  const company = me?.is_superuser ? String(auction.company.id) : undefined;
  const categories = useQuery({ ...categoriesQuery(company), enabled: me !== undefined });
  const places = useQuery({ ...stagingAreasQuery(company), enabled: me !== undefined });
  const failed = [categories, places].filter((query) => query.isError && !query.data);
  if (failed.length > 0) return <FormFailed queries={failed} />;
  if (!me || !categories.data || !places.data) return <FormWaiting />;
  return (
    <ChangeAuctionForm
      {...{ auction, company, onFaulty }}
      categories={categories.data}
      places={places.data}
      user_id={me.id}
    />
  );
}
