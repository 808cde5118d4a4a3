import { getCompany, listCompanies } from '@restvarde/contract/companies/companies';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { companyKey } from './company-key.ts';

/** Fetches the caller's own company, or the one that a superuser names (API-5). */
export const fetchCompany = (signal: AbortSignal, company?: string) =>
  call(getCompany, { query: { company }, signal });

export const companyQuery = (company?: string) =>
  queryOptions({
    queryKey: companyKey(company),
    queryFn: ({ signal }) => fetchCompany(signal, company),
    staleTime: 5 * 60_000,
  });

/** All companies by name, for administrators (ROLE-12). */
export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) => call(listCompanies, { signal }),
  staleTime: 5 * 60_000,
});
