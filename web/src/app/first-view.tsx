import type { FirstAnswers, FirstView, RenderedView } from '@restvarde/contract/first-view';
import { dehydrate } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from '../base/api/query-client.ts';
import { createSession } from '../base/session/session.ts';
import { companyQuery } from '../features/companies/queries.ts';
import { meQuery } from '../features/users/queries.ts';
import { createApp } from './create-app.tsx';
import { headerBar } from './header-bar.ts';
import { viewQueriesOf } from './view-queries.ts';

/** A placeholder token: rendering does not use the user's own. */
const PLACEHOLDER_TOKEN = 'somebody';

/**
 * Renders the first view of a page, as the app in the browser would. Null if the path has no page for this user. Views share no
 * state, so they can be rendered concurrently.
 */
export async function renderFirstView(view: FirstView): Promise<RenderedView | null> {
  const { path, width, answers } = view;
  const now_ms = Date.now();
  const queryClient = createQueryClient();
  const { router, App } = createApp({
    session: sessionOf(answers),
    queryClient,
    history: createMemoryHistory({ initialEntries: [path] }),
    view: { width, now_ms },
  });
  if (answers !== null) {
    const { me, page, company } = answers;
    queryClient.setQueryData(meQuery.queryKey, me);
    if (company !== null) queryClient.setQueryData(companyQuery().queryKey, company);
    const match = router.matchRoutes(router.latestLocation).at(-1);
    if (match === undefined) return null;
    for (const { endpoint, queryKey, keep } of viewQueriesOf(match.staticData, match.params)) {
      const answer = page[endpoint.path];
      // The role may not call it.
      if (answer === undefined) continue;
      queryClient.setQueryData(queryKey, keep === undefined ? answer : keep(answer));
    }
    await headerBar.load();
  }
  await router.load();
  const { matches, location } = router.state;
  // Redirects are left to the browser.
  if (location.pathname !== path || matches.some(({ status }) => status !== 'success')) return null;
  const html = forPage(renderToString(<App />));
  const state = dehydrate(queryClient);
  queryClient.clear();
  return { html, state, now_ms };
}

function sessionOf(answers: FirstAnswers | null) {
  const session = createSession(null);
  if (answers !== null)
    session.set({ access_token: PLACEHOLDER_TOKEN, refresh_token: PLACEHOLDER_TOKEN });
  return session;
}

/**
 * Adapts the HTML to `app/prefetch.ts`. The page's policy refuses style attributes, so they are renamed. Text
 * cannot match, since React escapes quotation marks and `<`. Removes React's preload links for pictures: those out of
 * view must wait for those in view.
 */
function forPage(html: string): string {
  return html
    .replaceAll(' style="', ' data-style="')
    .replaceAll(/<link rel="preload" as="image"[^>]*>/g, '');
}
