import { listCategories, listStagingAreas } from '@restvarde/contract/categories';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** The categories that the caller may use. A superuser may name a company. */
export const categoriesQuery = (company?: string) =>
  queryOptions({
    queryKey: ['categories', company ?? null],
    queryFn: ({ signal }) => call(listCategories, { query: { company }, signal }),
    staleTime: 5 * 60_000,
  });

/** The staging areas of the caller's company. A superuser may name one. */
export const stagingAreasQuery = (company?: string) =>
  queryOptions({
    queryKey: ['staging-areas', company ?? null],
    queryFn: ({ signal }) => call(listStagingAreas, { query: { company }, signal }),
    staleTime: 5 * 60_000,
  });
