import { ApiError } from '../../base/api/api-error.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

/** Shown while the form's data loads. */
export function FormWaiting() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">Hämtar formuläret …</p>
      <Skeleton height="36rem" radius="var(--radius-lg)" />
    </div>
  );
}

/** Shown if the form's data failed to load, with a button to retry. */
export function FormFailed(props: {
  queries: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }[];
}) {
  const error = props.queries[0]?.error;
  return (
    <ErrorState
      message={error?.message}
      request_id={error instanceof ApiError ? error.request_id : null}
      onRetry={() => {
        for (const query of props.queries) void query.refetch();
      }}
      isRetrying={props.queries.some((query) => query.isFetching)}
    />
  );
}
