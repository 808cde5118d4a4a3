import type { Cell } from './cells.ts';
import { AUCTION_FILE_ROWS, PHOTO_LINK_ROWS, UPLOAD_ROWS } from './rows/auction-files.ts';
import { AUCTION_LIST_ROWS } from './rows/auction-lists.ts';
import { AUCTION_ROWS } from './rows/auctions.ts';
import { BID_ROWS } from './rows/bids.ts';
import { CATEGORY_ROWS, STAGING_AREA_ROWS } from './rows/categories.ts';
import { COLLECTION_ROWS, DEREGISTRATION_ROWS } from './rows/collections.ts';
import { COMPANY_ROWS } from './rows/companies.ts';
import { DISMANTLER_ROWS } from './rows/dismantlers.ts';
import { EMAIL_ROWS } from './rows/emails.ts';
import { FEED_ROWS } from './rows/feed.ts';
import { HOME_ROWS } from './rows/home.ts';
import { PAGE_ROWS } from './rows/pages.ts';
import { PEOPLE_ROWS, SECURITY_EVENT_ROWS } from './rows/people.ts';
import { PUSH_ROWS } from './rows/push.ts';
import { SAVED_SEARCH_ROWS } from './rows/saved-searches.ts';
import { SECOND_FACTOR_ROWS, SESSION_ROWS } from './rows/sessions.ts';
import { SIGN_ON_PROVIDER_ROWS } from './rows/sign-on-providers.ts';
import { SIGNED_ADDRESS_ROWS } from './rows/signed-addresses.ts';
import { STATION_ROWS } from './rows/stations.ts';
import { TOKEN_ROWS } from './rows/tokens.ts';
import { VEHICLE_ROWS } from './rows/vehicles.ts';
import { WEBHOOK_ROWS } from './rows/webhooks.ts';
import { WINNER_ROWS } from './rows/winners.ts';

/** Cells of calls on objects. */
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
  ...PHOTO_LINK_ROWS,
  ...SECURITY_EVENT_ROWS,
  ...SIGN_ON_PROVIDER_ROWS,
  ...STAGING_AREA_ROWS,
  ...STATION_ROWS,
  ...UPLOAD_ROWS,
  ...WINNER_ROWS,
].flat();

/** Cells of every route. */
export const ALL_CELLS: Cell[] = [
  ...OBJECT_CELLS,
  ...PUSH_ROWS.flat(),
  ...VEHICLE_ROWS.flat(),
  ...SAVED_SEARCH_ROWS.flat(),
  ...SESSION_ROWS.flat(),
  ...SECOND_FACTOR_ROWS.flat(),
  ...SIGNED_ADDRESS_ROWS.flat(),
  ...FEED_ROWS.flat(),
  ...TOKEN_ROWS.flat(),
  ...WEBHOOK_ROWS.flat(),
  ...PAGE_ROWS.flat(),
];
