import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { RouterProvider as LinkProvider } from 'react-aria';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { queryClient } from '../base/api/query-client.ts';
import type { openRouter } from './routes.tsx';

export interface AppProps {
  router: ReturnType<typeof openRouter>;
  /** The first view stands there. */
  onShown?: (() => void) | undefined;
}

/** The whole app, as a browser runs it and as the server draws its first views. */
export function App({ router, onShown }: AppProps) {
  useLayoutEffect(() => {
    // Once React is done with what it shows.
    if (onShown) queueMicrotask(onShown);
  }, [onShown]);
  return (
    <StrictMode>
      <I18nProvider locale="sv-SE">
        <LinkProvider navigate={(href) => void router.navigate({ href })}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LinkProvider>
      </I18nProvider>
    </StrictMode>
  );
}
