import { type EmailPreview, listEmailPreviews } from '@restvarde/contract/companies/email-previews';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api/call.ts';
import { Select } from '../../ui/select/select.tsx';
import styles from './emails-page.module.css';
import { Fetched } from './parts/fetched.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';

const previewsQuery = (company: string | undefined) =>
  queryOptions({
    queryKey: ['email previews', company ?? null],
    queryFn: ({ signal }) => call(listEmailPreviews, { query: { company }, signal }),
    // The URLs of its pictures expire after a quarter of an hour.
    refetchInterval: 10 * 60_000,
  });

/** A preview of every kind of email from the company (MAIL-7). */
export default function EmailsPage() {
  return (
    <SettingsFrame title="Så ser mejlen ut">
      {(company) => <Previews key={company ?? ''} company={company} />}
    </SettingsFrame>
  );
}

function Previews({ company }: { company: string | undefined }) {
  const query = useQuery(previewsQuery(company));
  return (
    <Fetched query={query} waiting="Hämtar mejlen">
      {(previews) => <Preview previews={previews} />}
    </Fetched>
  );
}

function Preview({ previews }: { previews: readonly EmailPreview[] }) {
  const [kind, setKind] = useState('winner');
  const choices = previews.map((preview) => ({ id: preview.kind, label: preview.name }));
  const shown = previews.find((preview) => preview.kind === kind) ?? previews[0];
  return (
    <div className={`stack gap-4 ${styles.preview}`}>
      <Select label="Mejl" choices={choices} value={shown?.kind ?? null} onChange={setKind} />
      {shown && (
        <>
          <p className={styles.subject}>
            <span className={styles.label}>Ämne</span> <span>{shown.subject}</span>
          </p>
          {/* Sandboxed: no scripts run and no links work. */}
          <iframe
            key={shown.kind}
            className={`surface ${styles.frame}`}
            sandbox=""
            src={shown.address}
            title={`${shown.name}, så som det ser ut`}
          />
          <p className="quiet">
            Objekt, belopp och tider är påhittade. I riktiga mejl om ett objekt visas också dess
            första bild.
          </p>
        </>
      )}
    </div>
  );
}
