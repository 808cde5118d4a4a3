import { exportSecurityEvents } from '@restvarde/contract/security/security-events';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { changeSearch } from '../../base/urls/change-search.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';
import { SecurityFilters } from './security/security-filters.tsx';
import { SecurityLog } from './security/security-log.tsx';
import { readSecuritySearch, type SecuritySearch } from './security/security-search.ts';

// The events need not wait for it.
const ExportButton = lazy(() => import('../../base/frame/export-button.tsx'));

/** «Säkerhetslogg»: logins, failed logins and account changes (SEC-2). */
export default function SecurityPage() {
  // The router merges the route's validated search with rejected values.
  const { company: _written, ...search } = readSecuritySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return (
    <SettingsFrame
      title="Säkerhetslogg"
      noneLabel="Alla bolag"
      actions={(company) => (
        <Suspense fallback={<Skeleton width="10rem" height="var(--control-sm)" />}>
          <ExportButton endpoint={exportSecurityEvents} query={{ ...search, company }} />
        </Suspense>
      )}
    >
      {(company, me) => {
        const filter = { ...search, ...(company !== undefined && { company }) };
        const change = (part: SecuritySearch) =>
          void navigate({
            to: '.',
            search: (before) =>
              readSecuritySearch(changeSearch(before, filter, { ...filter, ...part })),
            replace: true,
            resetScroll: false,
          });
        return (
          <>
            <p>
              Inloggningar, försök att logga in och ändringar av konton. Ingen kan ändra i loggen,
              och den sparas i ett år.
            </p>
            <SecurityFilters filter={filter} onChange={change} />
            <SecurityLog filter={filter} namesCompany={me.is_superuser && company === undefined} />
          </>
        );
      }}
    </SettingsFrame>
  );
}
