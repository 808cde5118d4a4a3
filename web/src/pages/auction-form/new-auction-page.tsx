import { createAuction } from '@restvarde/contract/auctions/save-auction';
import type { Company } from '@restvarde/contract/companies/companies';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { upload } from '../../base/api/upload.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { readCompanySearch } from '../../features/auctions/auction-search.ts';
import CompanyChoice from '../../features/companies/company-choice.tsx';
import { meQuery } from '../../features/users/queries.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { Card } from '../../ui/display/card.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { appendList, newDraft, toFormData } from './draft/auction-draft.ts';
import type { Listing } from './listing-form.tsx';
import { type ListingFacts, PreparedListing } from './prepared-listing.tsx';

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
      {me.is_superuser && (
        <Card>
          <CompanyChoice
            company={company ?? null}
            description="Auktionen får bolagets nummer, tider och budregler."
          />
        </Card>
      )}
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

/** A new object (FORM-1, FORM-16). `company` is set for a superuser only. */
function newListing(
  { facts, categories, kept }: ListingFacts,
  company: string | undefined,
  user_id: number,
): Listing {
  return {
    initial: { ...newDraft(facts, serverClock.now(), categories), ...kept },
    draft_key: `${user_id}.${company ?? 'own'}`,
    send(draft, { pictures, documents }, key) {
      const body = toFormData(draft);
      appendList(body, 'image_uploads', pictures.uploaded);
      appendList(body, 'image_views', pictures.subjects);
      appendList(body, 'file_uploads', documents.uploaded);
      appendList(body, 'file_kinds', documents.subjects);
      return upload(createAuction, { query: { company }, body, key });
    },
    preset: presetTimes(facts),
    submitLabel: 'Lägg till auktion',
    done: (number) => `Auktion ${number} är tillagd.`,
  };
}

/** The origin of the initial times (FORM-2). */
function presetTimes(facts: Company): string | undefined {
  const { default_end_dt_increment_days: days, default_end_dt_increment_time: time } = facts;
  const span = days ? formatCount(days, 'dag', 'dagar') : '';
  if (!time) return span === '' ? undefined : `Ni brukar ha ${span} mellan start och slut.`;
  return `Ni brukar starta och sluta klockan ${time}${span === '' ? '' : `, med ${span} emellan`}.`;
}
