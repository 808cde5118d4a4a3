import { findPage, type PageModule } from './page-facts.ts';

const PAGES = import.meta.glob<PageModule>(
  '../pages/{settings,stations,account,contact}/*-page.tsx',
);

/** Fetches a page that is rarely come to, by its module (`isRare`). */
export const loadRarePage = (module: string) => findPage(PAGES, module);
