import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import { sql } from 'kysely';

/** Has the user of the row `users` accepted the terms in force (BID-2)? */
export const hasAcceptedTerms = sql<boolean>`exists (
  select from accepted_terms t where t.user_id = users.id and t.version = ${TERMS_VERSION}
)`.as('has_accepted_terms');
