import { SENTENCE } from '@restvarde/contract/errors';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ApiError } from '../api/api-error.ts';
import { isLoadFailure } from './lazy-page.ts';
import { Page } from './page.tsx';
import { PagePending } from './page-pending.tsx';

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

const KEY = 'restvarde.release';

/** The page's entry script, whose name changes with each release. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * Reloads the page, once per release, if the server has a newer one (SHELL-6). Resolves to whether it reloads. False
 * if the server is unavailable, since a reload would then lose the page.
 */
async function reloadAfterRelease(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store', credentials: 'omit' });
    const there = ENTRY.exec(await response.text())?.[1];
    const here = document.querySelector('script[type="module"]')?.getAttribute('src');
    if (!response.ok || there === undefined || there === here) return false;
    if (sessionStorage.getItem(KEY) === there) return false;
    sessionStorage.setItem(KEY, there);
    window.location.reload();
    return true;
  } catch {
    // The server did not answer, or storage is blocked and cannot record the reload.
    return false;
  }
}
