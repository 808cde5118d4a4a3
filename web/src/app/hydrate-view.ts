import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { takePrefetched } from '../base/api/prefetched.ts';

/** Gives the app what its first view was rendered of, so that nothing of it is asked for again. */
export async function hydrateView(client: QueryClient): Promise<void> {
  const view = await takePrefetched('view');
  if (view === null) return;
  const { queries, mutations } = view.answer as DehydratedState;
  // How old they are is counted by this device's clock, which may be wrong.
  const state = { dataUpdatedAt: view.received_ms };
  hydrate(client, {
    mutations,
    queries: queries.map((query) => ({ ...query, state: { ...query.state, ...state } })),
  });
}
