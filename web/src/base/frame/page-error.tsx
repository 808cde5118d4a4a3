import { SENTENCE } from '@restvarde/contract/errors';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ApiError } from '../api/api-error.ts';
import { isLoadFailure } from './lazy-page.ts';
import { Page } from './page.tsx';
import { PagePending } from './page-pending.tsx';
import { reloadAfterRelease } from './reload-after-release.ts';

/** Replaces a page that failed to load or to render. */
export function PageError({ error }: { error: unknown }) {
  const router = useRouter();
  if (isLoadFailure(error)) return <LoadError />;
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

/** Shown if a script failed to load. Reloads after a release, and otherwise offers to (SHELL-6). */
function LoadError() {
  const [isLeaving, setLeaving] = useState(true);
  useEffect(() => {
    void reloadAfterRelease().then(setLeaving);
  }, []);
  if (isLeaving) return <PagePending />;
  return (
    <Page title="Sidan kunde inte hämtas">
      <ErrorState
        title="En del av sidan kom inte fram"
        message="Kontrollera din anslutning och ladda om sidan."
        retryLabel="Ladda om"
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}
