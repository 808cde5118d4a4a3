import { SENTENCE } from '@restvarde/contract/errors';
import { useRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { isLoadFailure } from './lazy-page.ts';
import { Page } from './page.tsx';

/** In place of a page that could not be fetched, or that failed while it was drawn. */
export function PageError({ error }: { error: unknown }) {
  const router = useRouter();
  if (isLoadFailure(error)) {
    return (
      <Page title="Sidan kunde inte laddas">
        <ErrorState
          title="En del av sidan kom inte fram"
          message="Kontrollera din anslutning och ladda om sidan."
          retryLabel="Ladda om"
          onRetry={() => window.location.reload()}
        />
      </Page>
    );
  }
  return (
    <Page title="Något gick fel">
      <ErrorState
        message={error instanceof ApiError ? error.message : SENTENCE.generic}
        request_id={error instanceof ApiError ? error.request_id : null}
        onRetry={() => void router.invalidate()}
      />
    </Page>
  );
}
