import type { Auction } from '@restvarde/contract/auctions/auction';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { AuctionMissing } from '../../features/auctions/auction-missing.tsx';
import { auctionQuery } from '../../features/auctions/auction-query.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { FormFailed, FormWaiting } from './form-states.tsx';

interface AuctionFormPageProps {
  title: string;
  /** The page's name in the breadcrumb. */
  current: string;
  /** Renders the form of the fetched auction. */
  children: (auction: Auction, onErrorsChange: (hasErrors: boolean) => void) => ReactNode;
}

/** A page with a form about the auction of its URL. */
export function AuctionFormPage(props: AuctionFormPageProps) {
  const { id = '' } = useParams({ strict: false });
  if (!/^[1-9]\d{0,8}$/.test(id)) return <AuctionMissing />;
  return <PageOfAuction key={id} id={Number(id)} {...props} />;
}

function PageOfAuction({ id, title, current, children }: AuctionFormPageProps & { id: number }) {
  const query = useQuery(auctionQuery(id));
  const [hasErrors, setHasErrors] = useState(false);
  const { data: auction, error } = query;
  if (auction === undefined && error instanceof ApiError && error.status === 404) {
    return <AuctionMissing />;
  }
  return (
    <Page
      title={title}
      width="form"
      hasErrors={hasErrors}
      above={
        <Breadcrumb
          items={[
            { title: 'Auktioner', href: paths.auctions },
            { title: auction?.number ?? 'Auktion', href: paths.auction(id) },
          ]}
          current={current}
        />
      }
    >
      {auction !== undefined ? (
        children(auction, setHasErrors)
      ) : error !== null ? (
        <FormFailed queries={[query]} />
      ) : (
        <FormWaiting />
      )}
    </Page>
  );
}
