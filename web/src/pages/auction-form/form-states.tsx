import { type FailedQuery, QueryError } from '../../base/frame/query-error.tsx';
import { Waiting } from '../../ui/feedback/skeleton.tsx';

/** Shown while the form's data loads. */
export function FormWaiting() {
  return <Waiting text="Hämtar formuläret …" height="36rem" />;
}

/** Shown if the form's data failed to load, with a button to retry. */
export function FormFailed({ queries }: { queries: FailedQuery[] }) {
  const query = {
    error: queries[0]?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
  return <QueryError query={query} />;
}
