/** The label of the search, which lists the searched fields (LIST-11). */
export const SEARCH_WORDS = 'Sök reg.nr, fabrikat, modell eller nummer';
