import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { readCompanySearch } from '../../features/auctions/auction-search.ts';
import { companiesQuery } from '../../features/companies/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Select } from '../../ui/select/select.tsx';
import { newListing } from './new-listing.ts';
import { PreparedListing } from './prepared-listing.tsx';

const TITLE = 'Lägg till auktion';

/** Lists an object for auction (FORM-1). A superuser first chooses the company (ROLE-2). */
export default function AuctionFormPage() {
  const { company } = readCompanySearch(useSearch({ strict: false }));
  const { data: me } = useQuery(meQuery);
  const [hasErrors, setHasErrors] = useState(false);
  if (me === undefined) return null;
  const mustChoose = me.is_superuser && company === undefined;
  const named = me.is_superuser ? company : undefined;
  return (
    <Page
      title={TITLE}
      width="form"
      hasErrors={hasErrors}
      actions={
        <Link
          to={paths.importAuctions}
          search={{ company }}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          Läs in från fil
        </Link>
      }
      above={<Breadcrumb items={[{ title: 'Auktioner', href: paths.auctions }]} current={TITLE} />}
    >
      {me.is_superuser && <CompanyChoice company={company ?? null} />}
      {!mustChoose && (
        <PreparedListing
          key={company ?? ''}
          company={named}
          listingOf={(of) => newListing(of, named, me.id)}
          onErrorsChange={setHasErrors}
        />
      )}
    </Page>
  );
}

function CompanyChoice({ company }: { company: string | null }) {
  const { data: companies = [] } = useQuery(companiesQuery);
  const navigate = useNavigate();
  return (
    <Card>
      <Select
        label="Bolag"
        placeholder="Välj bolag"
        description="Auktionen får bolagets nummer, tider och budregler."
        choices={companies.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={company}
        onChange={(id) =>
          void navigate({ to: paths.newAuction, search: { company: id }, replace: true })
        }
      />
    </Card>
  );
}
