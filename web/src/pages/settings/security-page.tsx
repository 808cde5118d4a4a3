import { EVENT_KINDS, EVENT_NAME, type EventKind } from '@restvarde/contract/security/event-kinds';
import { exportSecurityEvents } from '@restvarde/contract/security/security-events';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { changeSearch } from '../../base/urls/change-search.ts';
import { DateField } from '../../ui/date/date-field.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Select } from '../../ui/select/select.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';
import styles from './security/security-log.module.css';
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

/** The log is fetched this long after the last keystroke. */
const DEBOUNCE_MS = 300;

const KINDS: { id: EventKind | 'all'; label: string }[] = [
  { id: 'all', label: 'Alla händelser' },
  ...EVENT_KINDS.map((id) => ({ id, label: EVENT_NAME[id] })),
];

/** Filters by user, kind and dates (SEC-2). */
function SecurityFilters(props: {
  filter: SecuritySearch;
  onChange: (part: SecuritySearch) => void;
}) {
  const { filter, onChange } = props;
  const [person, setPerson] = useState(filter.person ?? '');
  const notify = useEffectEvent((written: string) => {
    const name = written.trim() || undefined;
    if (name !== filter.person) onChange({ person: name });
  });
  useEffect(() => {
    const timer = setTimeout(() => notify(person), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [person]);
  return (
    <form
      aria-label="Filter"
      className={styles.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <TextField
        label="Person"
        name="person"
        value={person}
        onChange={setPerson}
        maxLength={100}
        autoComplete="off"
        spellCheck="false"
      />
      <Select
        label="Händelse"
        choices={KINDS}
        value={filter.kind ?? 'all'}
        onChange={(kind) => onChange({ kind: kind === 'all' ? undefined : kind })}
      />
      <DateField
        label="Från och med"
        value={filter.from ?? ''}
        max={filter.to}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <DateField
        label="Till och med"
        value={filter.to ?? ''}
        min={filter.from}
        onChange={(to) => onChange({ to: to || undefined })}
      />
    </form>
  );
}
