/** Says what the one search of the product looks through (LIST-11). */
export const SEARCH_WORDS = 'Sök reg.nr, fabrikat, modell eller nummer';
