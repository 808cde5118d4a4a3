import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryError } from '../../../base/frame/query-error.tsx';
import { Waiting } from '../../../ui/feedback/skeleton.tsx';

/** Shows a query's data, its skeleton, or its error with a button to retry. */
export function Fetched<Data>(props: {
  query: UseQueryResult<Data>;
  /** The screen reader text while loading: «Hämtar personalen». */
  waiting: string;
  children: (data: Data) => ReactNode;
}) {
  const { query, waiting, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return <QueryError query={query} />;
  }
  return <Waiting text={waiting} height="24rem" />;
}
