import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { RouterProvider as LinkProvider } from 'react-aria';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
// Nearly every page calls the server: in the first file this comes to less than in one beside it.
import './api/call.ts';
import { queryClient } from './api/query-client.ts';
import { router } from './routes.tsx';
import { session } from './session/current.ts';
import './styles/base.css';

// A login or a logout, here or in another tab, changes what every address means (AUTH-10).
let wasLoggedIn = session.isLoggedIn();
session.subscribe(() => {
  const isLoggedIn = session.isLoggedIn();
  if (isLoggedIn === wasLoggedIn) return;
  wasLoggedIn = isLoggedIn;
  queryClient.clear();
  void router.invalidate();
});

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <I18nProvider locale="sv-SE">
      <LinkProvider navigate={(href) => void router.navigate({ href })}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LinkProvider>
    </I18nProvider>
  </StrictMode>,
);
