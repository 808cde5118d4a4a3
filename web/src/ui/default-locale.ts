// In place of react-aria's own module of the same exports (see vite.config.ts).

const SWEDISH = { locale: 'sv-SE', direction: 'ltr' } as const;

/** The language of the widgets: the product's. */
export function getDefaultLocale() {
  return SWEDISH;
}

/** The same, as the widgets ask for it. */
export function useDefaultLocale() {
  return SWEDISH;
}
