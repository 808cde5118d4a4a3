import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { RouterProvider as LinkProvider } from 'react-aria';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { SessionContext } from '../base/session/current.ts';
import type { Session } from '../base/session/session.ts';
import { ViewTime } from '../ui/clock/ticker.ts';
import { ViewWidth } from '../ui/use-media.ts';
import { openRouter } from './routes.tsx';

export interface AppParts {
  session: Session;
  queryClient: QueryClient;
  /** The router's history. Defaults to the browser's. */
  history?: RouterHistory;
  /** What the server renders a view for. */
  view?: { width: number; now_ms: number };
}

/**
 * Creates the app, in a browser or for a server-rendered view. It holds all of its state, so that views of different
 * users can be rendered concurrently.
 */
export function createApp({ session, queryClient, history, view }: AppParts) {
  const router = openRouter({ session, queryClient }, history);
  const page = <RouterProvider router={router} />;
  const rendered = view && (
    <ViewWidth value={view.width}>
      <ViewTime value={view.now_ms}>{page}</ViewTime>
    </ViewWidth>
  );

  function App({ onShown }: AppProps) {
    useLayoutEffect(() => {
      let isMounted = true;
      // After React has committed the render.
      queueMicrotask(() => isMounted && onShown?.());
      return () => {
        isMounted = false;
      };
    }, [onShown]);
    return (
      <StrictMode>
        <I18nProvider locale="sv-SE">
          <LinkProvider navigate={(href) => void router.navigate({ href })}>
            <SessionContext value={session}>
              <QueryClientProvider client={queryClient}>{rendered ?? page}</QueryClientProvider>
            </SessionContext>
          </LinkProvider>
        </I18nProvider>
      </StrictMode>
    );
  }
  return { router, App };
}

interface AppProps {
  /** Called when the first view is rendered. */
  onShown?: (() => void) | undefined;
}
