/** The query key of a company; without an id, of the caller's own. */
export const companyKey = (company?: string) => ['company', company ?? null] as const;
