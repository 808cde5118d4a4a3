import { findPage, type PageModule } from './page-facts.ts';

const PAGES = import.meta.glob<PageModule>('../pages/settings/*-page.tsx');

/** Fetches a page of the settings by its module. */
export const loadSettingsPage = (module: string) => findPage(PAGES, module);
