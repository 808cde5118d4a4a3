import { listTodo } from '@restvarde/contract/statistics';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';

/** Auctions end all the time; a page that is left open asks again. */
const EACH_MS = 60_000;

/** What needs a decision (HOME-4); a superuser may name a company. */
export const todoQuery = (company?: string) =>
  queryOptions({
    queryKey: ['todo', company ?? null],
    queryFn: ({ signal }) => call(listTodo, { query: { company }, signal }),
    staleTime: 0,
    refetchInterval: EACH_MS,
  });
