import { EVENT_KINDS, EVENT_NAME, type EventKind } from '@restvarde/contract/security/event-kinds';
import { useEffect, useEffectEvent, useState } from 'react';
import { DateField } from '../../../ui/date/date-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Select } from '../../../ui/select/select.tsx';
import styles from './security-log.module.css';
import type { SecuritySearch } from './security-search.ts';

/** The log is fetched this long after the last keystroke. */
const DEBOUNCE_MS = 300;

const KINDS: { id: EventKind | 'all'; label: string }[] = [
  { id: 'all', label: 'Alla händelser' },
  ...EVENT_KINDS.map((id) => ({ id, label: EVENT_NAME[id] })),
];

/** Filters by user, kind and dates (SEC-2). */
export function SecurityFilters(props: {
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
