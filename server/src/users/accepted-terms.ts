import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import { sql } from 'kysely';

/** SQL: whether the row `users` has accepted the current terms (BID-2). */
export const hasAcceptedTerms = sql<boolean>`exists (
  select from accepted_terms t where t.user_id = users.id and t.version = ${TERMS_VERSION}
)`.as('has_accepted_terms');
