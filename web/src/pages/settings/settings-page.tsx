import { may } from '@restvarde/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { companyQuery } from '../../features/companies/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Waiting } from '../../ui/feedback/skeleton.tsx';
import { COMPANY_PARTS } from './company-parts.ts';
import { Fetched } from './parts/fetched.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';

// A user needs only one of them.
const CompanyForm = lazy(() => import('./company-form.tsx'));
const FollowedCategoriesPage = lazy(() => import('./followed-categories-page.tsx'));

const WAITING = <Waiting text="Hämtar inställningarna" height="36rem" />;

/** «Inställningar»: the company's for administrators, followed categories for stations (ROLE-7). */
export default function SettingsPage() {
  const { data: me } = useQuery(meQuery);
  const [hasErrors, setHasErrors] = useState(false);
  if (me === undefined) return null;
  if (!may.administer(me)) {
    return (
      <Suspense fallback={WAITING}>
        <FollowedCategoriesPage />
      </Suspense>
    );
  }
  return (
    <SettingsFrame title="Inställningar" hasErrors={hasErrors} parts={COMPANY_PARTS}>
      {(company) => (
        <Prepared key={company ?? ''} company={company} onErrorsChange={setHasErrors} />
      )}
    </SettingsFrame>
  );
}

/** Waits for the company. */
function Prepared(props: {
  company: string | undefined;
  onErrorsChange: (hasErrors: boolean) => void;
}) {
  const query = useQuery(companyQuery(props.company));
  return (
    <Fetched query={query} waiting="Hämtar inställningarna">
      {(facts) => (
        <Suspense fallback={WAITING}>
          <CompanyForm {...props} facts={facts} />
        </Suspense>
      )}
    </Fetched>
  );
}
