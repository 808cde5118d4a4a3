// Replaces React Aria's module with the same exports (see vite.config.ts).

const SWEDISH = { locale: 'sv-SE', direction: 'ltr' } as const;

/** The product's language, for React Aria. */
export function getDefaultLocale() {
  return SWEDISH;
}

/** `getDefaultLocale` as a hook. */
export function useDefaultLocale() {
  return SWEDISH;
}
