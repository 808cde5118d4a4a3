import { getCompany } from '@restvarde/contract/companies/companies';
import type { FirstView } from '@restvarde/contract/first-view';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { Exchange } from '../base/api/early-answers.ts';
import { queryClient } from '../base/api/query-client.ts';
import { session } from '../base/session/current.ts';
import { companyQuery } from '../features/companies/queries.ts';
import { drawFor } from '../ui/use-media.ts';
import { App } from './app.tsx';
import { headerBar } from './header-bar.ts';
import { openRouter } from './routes.tsx';
import { askBeside } from './signed-in.ts';

const COMPANY = getCompany.path;

/** It stands for the login of whoever asks, which drawing has no use for. */
const SOMEBODY = 'somebody';

/**
 * Draws the page of an address as the scripts would show it first, in HTML; null or nothing when it has no page
 * for this person. One view at a time: each takes the place of the one before in all that the app keeps.
 */
export async function renderFirstView({
  address,
  width,
  answers,
}: FirstView): Promise<string | null> {
  queryClient.clear();
  drawFor(width);
  globalThis.early = undefined;
  session.end();
  const router = openRouter(createMemoryHistory({ initialEntries: [address] }));
  if (answers !== null) {
    session.set({ access_token: SOMEBODY, refresh_token: SOMEBODY });
    hold(answers);
    await Promise.all([
      headerBar.load(),
      askBeside(queryClient, router.matchRoutes(router.latestLocation)),
      COMPANY in answers ? queryClient.prefetchQuery(companyQuery()) : null,
    ]);
  }
  await router.load();
  if (router.state.matches.some((match) => match.status !== 'success')) return null;
  return withoutStyles(renderToString(<App router={router} />));
}

/** Has the app find the answers where a browser finds those that it asked for early. */
function hold(answers: Record<string, unknown>): void {
  const now = Date.now();
  const exchangeOf = async (answer: unknown): Promise<Exchange> => ({
    response: Response.json(answer),
    sent_ms: now,
    received_ms: now,
  });
  globalThis.early = {
    token: SOMEBODY,
    asked_ms: now,
    pressed: null,
    isOver: true,
    answers: new Map(
      Object.entries(answers).map(([question, answer]) => [question, exchangeOf(answer)]),
    ),
  };
}

/**
 * What `public/early.js` puts on the page: the page's policy refuses style attributes, so they go by another
 * name. In a text there is nothing like them, since React writes a quotation mark as `&quot;`.
 */
function withoutStyles(html: string): string {
  return html.replaceAll(' style="', ' data-style="').replace(/<title>[^<]*<\/title>/, '');
}
