import type { Cell } from './cells.ts';
import { AUCTION_FILE_ROWS } from './rows/auction-files.ts';
import { AUCTION_LIST_ROWS } from './rows/auction-lists.ts';
import { AUCTION_ROWS } from './rows/auctions.ts';
import { BID_ROWS } from './rows/bids.ts';
import { CATEGORY_ROWS } from './rows/categories.ts';
import { COLLECTION_ROWS } from './rows/collections.ts';
import { COMPANY_ROWS } from './rows/companies.ts';
import { DEREGISTRATION_ROWS } from './rows/deregistrations.ts';
import { DISMANTLER_ROWS } from './rows/dismantlers.ts';
import { EMAIL_ROWS } from './rows/emails.ts';
import { HOME_ROWS } from './rows/home.ts';
import { PAGE_ROWS } from './rows/pages.ts';
import { PEOPLE_ROWS } from './rows/people.ts';
import { SECOND_FACTOR_ROWS } from './rows/second-factor.ts';
import { SECURITY_EVENT_ROWS } from './rows/security-events.ts';
import { SESSION_ROWS } from './rows/sessions.ts';
import { SIGN_ON_PROVIDER_ROWS } from './rows/sign-on-providers.ts';
import { SIGNED_ADDRESS_ROWS } from './rows/signed-addresses.ts';
import { STAGING_AREA_ROWS } from './rows/staging-areas.ts';
import { STATION_ROWS } from './rows/stations.ts';
import { UPLOAD_ROWS } from './rows/uploads.ts';
import { WINNER_ROWS } from './rows/winners.ts';

/** What the calls on the product's objects may do and tell. */
export const OBJECT_CELLS: Cell[] = [
  ...AUCTION_FILE_ROWS,
  ...AUCTION_LIST_ROWS,
  ...AUCTION_ROWS,
  ...BID_ROWS,
  ...CATEGORY_ROWS,
  ...COLLECTION_ROWS,
  ...COMPANY_ROWS,
  ...DEREGISTRATION_ROWS,
  ...DISMANTLER_ROWS,
  ...EMAIL_ROWS,
  ...HOME_ROWS,
  ...PEOPLE_ROWS,
  ...SECURITY_EVENT_ROWS,
  ...SIGN_ON_PROVIDER_ROWS,
  ...STAGING_AREA_ROWS,
  ...STATION_ROWS,
  ...UPLOAD_ROWS,
  ...WINNER_ROWS,
].flat();

/** Of every route. */
export const ALL_CELLS: Cell[] = [
  ...OBJECT_CELLS,
  ...SESSION_ROWS.flat(),
  ...SECOND_FACTOR_ROWS.flat(),
  ...SIGNED_ADDRESS_ROWS.flat(),
  ...PAGE_ROWS.flat(),
];
