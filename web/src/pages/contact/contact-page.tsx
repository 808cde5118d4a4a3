import type { Company } from '@restvarde/contract/companies/companies';
import { groupPostal } from '@restvarde/contract/fields';
import { may } from '@restvarde/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { QueryError } from '../../base/frame/query-error.tsx';
import { companyQuery } from '../../features/companies/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { announce } from '../../ui/announce.ts';
import { Card } from '../../ui/display/card.tsx';
import { emailLink, phoneLink } from '../../ui/display/contact-link.tsx';
import { MapLink } from '../../ui/display/map-link.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { unbroken } from '../../ui/format/unbroken.tsx';
import styles from './contact-page.module.css';

// For superusers only (ROLE-12).
const CompanyChoice = lazy(() => import('../../features/companies/company-choice.tsx'));

/** «Kontakta oss»: the company's contact details; a superuser chooses the company (SET-5). */
export default function ContactPage() {
  const { company: chosen } = useSearch({ strict: false }) as { company?: string };
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return null;
  const choosesCompany = may.switchCompany(me);
  return (
    <Page title="Kontakta oss" width="form">
      {choosesCompany && (
        <Suspense fallback={<Skeleton height="4.5rem" radius="var(--radius)" />}>
          <CompanyChoice company={chosen ?? null} />
        </Suspense>
      )}
      {choosesCompany && chosen === undefined ? (
        <p>Välj ett bolag för att se kontaktuppgifterna.</p>
      ) : (
        <Contact company={choosesCompany ? chosen : undefined} />
      )}
    </Page>
  );
}

function Contact({ company: id }: { company: string | undefined }) {
  const query = useQuery(companyQuery(id));
  const { data: company } = query;
  const before = useRef(company);
  useEffect(() => {
    if (company === undefined || before.current === company) return;
    before.current = company;
    if (id !== undefined) announce(`Visar kontaktuppgifter för ${company.name}.`);
  }, [company, id]);
  if (company !== undefined) return <ContactCard company={company} />;
  if (query.isError) {
    return <QueryError query={query} />;
  }
  return <Skeleton height="14rem" radius="var(--radius-lg)" />;
}

function ContactCard({ company }: { company: Company }) {
  const { name, email, phone, street, postal, city } = company;
  const town = `${groupPostal(postal)} ${city}`.trim();
  const address = [street, town].filter(Boolean);
  return (
    <Card title={name}>
      <ValueList
        rows={[
          ['Telefon', phoneLink(phone)],
          ['E-post', emailLink(email)],
          ['Adress', address.length > 0 ? <Address key="address" lines={address} /> : null],
        ]}
      />
    </Card>
  );
}

function Address({ lines }: { lines: string[] }) {
  return (
    <address className={styles.address}>
      {lines.map((line) => (
        <span key={line}>{unbroken(line)}</span>
      ))}
      <MapLink address={lines.join(', ')} />
    </address>
  );
}
