import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { readCompanySearch } from '../../features/auctions/auction-search.ts';
import { categoriesQuery, stagingAreasQuery } from '../../features/categories/queries.ts';
import { companiesQuery, companyQuery } from '../../features/companies/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { Card } from '../../ui/display/card.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Select } from '../../ui/select/select.tsx';
import { NewAuctionForm, type NewAuctionFormProps } from './new-auction-form.tsx';

const TITLE = 'Lägg till auktion';

/** Lists an object for auction (FORM-1). A superuser says first for which company (ROLE-2). */
export default function AuctionFormPage() {
  const { company } = readCompanySearch(useSearch({ strict: false }));
  const { data: me } = useQuery(meQuery);
  const [hasErrors, setFaulty] = useState(false);
  if (me === undefined) return null;
  const mustChoose = me.is_superuser && company === undefined;
  return (
    <Page
      title={TITLE}
      width="form"
      hasErrors={hasErrors}
      above={<Breadcrumb items={[{ title: 'Auktioner', href: paths.auctions }]} current={TITLE} />}
    >
      {me.is_superuser && <CompanyChoice company={company ?? null} />}
      {!mustChoose && (
        <Prepared
          company={me.is_superuser ? company : undefined}
          user_id={me.id}
          key={company ?? ''}
          onFaulty={setFaulty}
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

/** Waits for what the form is made of. */
function Prepared(props: Pick<NewAuctionFormProps, 'company' | 'user_id' | 'onFaulty'>) {
  const { company } = props;
  const facts = useQuery(companyQuery(company));
  const categories = useQuery(categoriesQuery(company));
  const places = useQuery(stagingAreasQuery(company));
  const failed = [facts, categories, places].filter((query) => query.isError && !query.data);
  const error = failed[0]?.error ?? null;
  if (error !== null) {
    return (
      <ErrorState
        message={error.message}
        request_id={error instanceof ApiError ? error.request_id : null}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
        isRetrying={failed.some((query) => query.isFetching)}
      />
    );
  }
  if (!facts.data || !categories.data || !places.data) {
    return (
      <div aria-busy="true">
        <p className="visually-hidden">Hämtar formuläret</p>
        <Skeleton height="36rem" radius="var(--radius-lg)" />
      </div>
    );
  }
  return (
    <NewAuctionForm
      {...props}
      facts={facts.data}
      categories={categories.data}
      places={places.data}
    />
  );
}
