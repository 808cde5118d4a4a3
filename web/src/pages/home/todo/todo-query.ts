import { listNotices } from '@restvarde/contract/notices';
import { listTodo } from '@restvarde/contract/statistics';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';

/** Refetched while the page is open, since auctions end. */
const REFETCH_MS = 60_000;

/** The maximum that the server returns. */
export const MAX_TODOS = 50;

/** Auctions that need a decision (HOME-4). A superuser may name a company. */
export const todoQuery = (company?: string) =>
  queryOptions({
    queryKey: ['todo', company ?? null],
    queryFn: ({ signal }) => call(listTodo, { query: { company }, signal }),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });

/** The user's tasks that do not belong to an auction (GEN-6). A superuser may name a company. */
export const noticesQuery = (company?: string) =>
  queryOptions({
    queryKey: ['notices', company ?? null],
    queryFn: ({ signal }) => call(listNotices, { query: { company }, signal }),
    staleTime: 0,
  });
