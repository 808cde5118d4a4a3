import { renderFirstView } from './first-view.tsx';
import { listPages } from './site-pages.ts';

/** What the build and the server use of the app: one program, which is built beside it. */
export const webApp = { listPages, renderFirstView };
