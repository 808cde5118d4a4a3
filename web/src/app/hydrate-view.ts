import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { takePrefetched } from '../base/api/prefetched.ts';

/** Fills the query cache with the data of the server-rendered view, so that nothing is fetched twice. */
export async function hydrateView(client: QueryClient): Promise<void> {
  const view = await takePrefetched('view');
  if (view === null) return;
  const { queries, mutations } = view.answer as DehydratedState;
  // The age of the data is measured by this device's clock, which may be wrong.
  const state = { dataUpdatedAt: view.received_ms };
  hydrate(client, {
    mutations,
    queries: queries.map((query) => ({ ...query, state: { ...query.state, ...state } })),
  });
}
