import type { Company } from '@restvarde/contract/companies/companies';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery, stagingAreasQuery } from '../../features/categories/queries.ts';
import { companyQuery } from '../../features/companies/queries.ts';
import { FormFailed, FormWaiting } from './form-states.tsx';
import { type Listing, ListingForm, type ListingFormProps } from './listing-form.tsx';

type Choices = Pick<ListingFormProps, 'categories' | 'places'>;

/** Waits for the form's data. */
export function PreparedListing(
  props: Pick<ListingFormProps, 'company' | 'onFaulty'> & {
    listingOf: (facts: Company) => Listing;
    /** Limits the company's choices. */
    choicesOf?: (offered: Choices) => Choices;
  },
) {
  const { company, onFaulty, listingOf, choicesOf = (offered) => offered } = props;
  const facts = useQuery(companyQuery(company));
  const categories = useQuery(categoriesQuery(company));
  const places = useQuery(stagingAreasQuery(company));
  const failed = [facts, categories, places].filter((query) => query.isError && !query.data);
  if (failed.length > 0) return <FormFailed queries={failed} />;
  if (!facts.data || !categories.data || !places.data) return <FormWaiting />;
  return (
    <ListingForm
      {...{ company, onFaulty }}
      facts={facts.data}
      listing={listingOf(facts.data)}
      {...choicesOf({ categories: categories.data, places: places.data })}
    />
  );
}
