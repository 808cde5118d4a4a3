import { findPage, type PageModule } from './page-facts.ts';

const PAGES = import.meta.glob<PageModule>(
  '../pages/{settings,stations,account,contact,auction-import}/*-page.tsx',
);

/** Loads a rarely visited page by its module (`isRare`). */
export const loadRarePage = (module: string) => findPage(PAGES, module);
