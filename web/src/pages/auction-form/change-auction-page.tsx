import type { Auction } from '@restvarde/contract/auctions/auction';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { paths } from '../../base/urls/paths.ts';
import { categoriesQuery, stagingAreasQuery } from '../../features/categories/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { AuctionFormPage } from './auction-form-page.tsx';
import { ChangeAuctionForm } from './change-auction-form.tsx';
import { FormFailed, FormWaiting } from './form-states.tsx';

/** Changes an auction (FORM-1, AUC-15). */
export default function ChangeAuctionPage() {
  return (
    <AuctionFormPage title="Ändra auktion" current="Ändra">
      {(auction, onErrorsChange) =>
        auction.can_edit ? (
          <Prepared {...{ auction, onErrorsChange }} />
        ) : (
          <Navigate to={paths.auction(auction.id)} replace />
        )
      }
    </AuctionFormPage>
  );
}

/** Waits for the form's data. */
function Prepared(props: { auction: Auction; onErrorsChange: (hasErrors: boolean) => void }) {
  const { auction, onErrorsChange } = props;
  const { data: me } = useQuery(meQuery);
  const company = me?.is_superuser ? String(auction.company.id) : undefined;
  const categories = useQuery({ ...categoriesQuery(company), enabled: me !== undefined });
  const places = useQuery({ ...stagingAreasQuery(company), enabled: me !== undefined });
  const failed = [categories, places].filter((query) => query.isError && !query.data);
  if (failed.length > 0) return <FormFailed queries={failed} />;
  if (!me || !categories.data || !places.data) return <FormWaiting />;
  return (
    <ChangeAuctionForm
      {...{ auction, company, onErrorsChange }}
      categories={categories.data}
      places={places.data}
      user_id={me.id}
    />
  );
}
