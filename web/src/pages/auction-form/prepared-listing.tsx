import type { Category } from '@restvarde/contract/categories';
import type { Company } from '@restvarde/contract/companies/companies';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { categoriesQuery, stagingAreasQuery } from '../../features/categories/queries.ts';
import { companyQuery } from '../../features/companies/queries.ts';
import type { AuctionDraft } from './draft/auction-draft.ts';
import { FormFailed, FormWaiting } from './form-states.tsx';
import { type Listing, ListingForm, type ListingFormProps } from './listing-form.tsx';

type Choices = Pick<ListingFormProps, 'categories' | 'places'>;

/** What a listing is made of. */
export interface ListingFacts {
  facts: Company;
  categories: readonly Category[];
  /** Values of the auction that was added just before (FORM-16). */
  kept: Partial<AuctionDraft>;
}

/** Waits for the form's data. */
export function PreparedListing(
  props: Pick<ListingFormProps, 'company' | 'onErrorsChange'> & {
    listingOf: (of: ListingFacts) => Listing;
    /** Limits the company's choices. */
    choicesOf?: (offered: Choices) => Choices;
  },
) {
  const { company, onErrorsChange, listingOf, choicesOf = (offered) => offered } = props;
  const [kept, setKept] = useState<Partial<AuctionDraft>>({});
  const [count, setCount] = useState(0);
  const facts = useQuery(companyQuery(company));
  const categories = useQuery(categoriesQuery(company));
  const places = useQuery(stagingAreasQuery(company));
  const failed = [facts, categories, places].filter((query) => query.isError && !query.data);
  if (failed.length > 0) return <FormFailed queries={failed} />;
  if (!facts.data || !categories.data || !places.data) return <FormWaiting />;
  return (
    <ListingForm
      key={count}
      {...{ company, onErrorsChange }}
      facts={facts.data}
      listing={listingOf({ facts: facts.data, categories: categories.data, kept })}
      isNext={count > 0}
      onNext={({ staging_area, staging_area_name, is_global }) => {
        setKept({ staging_area, staging_area_name, is_global });
        setCount(count + 1);
      }}
      {...choicesOf({ categories: categories.data, places: places.data })}
    />
  );
}
