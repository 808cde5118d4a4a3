import { renderFirstView } from './first-view.tsx';
import { listPages } from './site-pages.ts';

/** The program that the build and the server use; built separately from the app. */
export const webApp = { listPages, renderFirstView };
