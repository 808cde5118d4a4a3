/** Under which key a company's facts are kept; the own company's without an id. */
export const companyKey = (company?: string) => ['company', company ?? null] as const;
