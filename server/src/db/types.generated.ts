// Generated from the migrated database by `npm run types:db`. Do not edit.
import type { Condition } from '@restvarde/contract/auctions/condition';
import type { DocumentKind } from '@restvarde/contract/auctions/document-kinds';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import type { TokenScope } from '@restvarde/contract/feed/token-calls';
import type { WEBHOOK_TYPES, WebhookEvent } from '@restvarde/contract/feed/webhooks';
import type { BookingHours } from '@restvarde/contract/hours/booking-hours';
import type { CertificateKind, DeregistrationState } from '@restvarde/contract/sale/deregistration';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type { County } from '@restvarde/contract/dismantlers';
import type { DismantlingBidders } from '@restvarde/contract/dismantling';
import type { Role } from '@restvarde/contract/roles';
import type { UploadKind } from '@restvarde/contract/uploads';
import type { ColumnType, GeneratedAlways } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type GivenCondition = ColumnType<Partial<Condition>, string, string>;
type Ladder = ColumnType<BidIncrement[], string, string>;
type Default<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

export interface AcceptedTerms {
  user_id: number;
  version: string;
  accepted_at: Default<Timestamp>;
}

export interface Alerts {
  service_station_id: number;
  auction_id: number;
  created_at: Default<Timestamp>;
  told_bid_id: Default<number>;
  told_at: Timestamp | null;
}

export interface AnnouncedEndings {
  auction_id: number;
  announced_at: Default<Timestamp>;
}

export interface AnnouncedToSearchers {
  auction_id: number;
  service_station_id: number;
}

export interface AuctionCategories {
  auction_id: number;
  category_id: number;
}

export interface AuctionFiles {
  id: GeneratedAlways<number>;
  auction_id: number;
  name: string;
  key: string;
  size: number;
  created_at: Default<Timestamp>;
  kind: Default<DocumentKind>;
}

export interface AuctionImages {
  id: GeneratedAlways<number>;
  auction_id: number;
  position: number;
  key: string;
  created_at: Default<Timestamp>;
  view: ImageView | null;
}

export interface AuctionStandings {
  auction_id: number;
  company_id: number;
  end_dt: Timestamp;
  bid_count: Default<number>;
  highest_bid: number | null;
  leading_bid_id: number | null;
  last_bid_id: Default<number>;
  winning_bid_id: number | null;
  winner_reason: string | null;
  winner_notified_at: Timestamp | null;
  closed_at: Timestamp | null;
  changed_at: Default<Timestamp>;
  end_changed_at: Default<Timestamp>;
  bidder_ids: Default<number[]>;
  decision_due_at: Timestamp | null;
  bids_released_at: Timestamp | null;
  winner_reason_code: string | null;
  relist_due_at: Timestamp | null;
  reservation_price: number | null;
  max_bid: number | null;
  max_bid_station_id: number | null;
  max_bid_user_id: number | null;
}

export interface Auctions {
  id: GeneratedAlways<number>;
  company_id: number;
  number: string;
  start_dt: Timestamp;
  description: Default<string>;
  manufacturer: string;
  model: Default<string>;
  model_year: number | null;
  mileage: number | null;
  registration_number: Default<string>;
  chassis_number: Default<string>;
  reservation_price: number | null;
  hidden_reservation_price: boolean;
  start_bid: number;
  hidden_bids: boolean;
  is_global: boolean;
  damage_condition: 'DISASSEMBLY' | 'REPAIR';
  staging_area_id: number | null;
  staging_area_name: string;
  bid_increments: Ladder;
  extension_minutes: number;
  created_by: number;
  created_at: Default<Timestamp>;
  closed_at: Timestamp | null;
  cancelled_at: Timestamp | null;
  deleted_at: Timestamp | null;
  announced_at: Timestamp | null;
  decision_days: Default<number>;
  words: GeneratedAlways<string>;
  dismantling_bidders: Default<DismantlingBidders>;
  relisted_from: number | null;
  relist_dismantling: Default<boolean>;
  is_relist_by_hand: Default<boolean>;
  relist_days: Default<number>;
  relist_start_bid_percent: Default<number>;
  relist_reservation_percent: number | null;
  condition: Default<GivenCondition>;
  allows_max_bids: Default<boolean>;
  external_id: string | null;
  feed_sent: ColumnType<unknown, string, string> | null;
  claim_number: string | null;
}

export interface AuditLog {
  id: GeneratedAlways<number>;
  at: Default<Timestamp>;
  user_id: number | null;
  company_id: number | null;
  auction_id: number | null;
  action: string;
  before: ColumnType<unknown, string, string> | null;
  after: ColumnType<unknown, string, string> | null;
}

export interface BidNews {
  auction_id: number;
  told_bid_id: number;
  watchers_wait: Default<boolean>;
}

export interface Bids {
  auction_id: number;
  id: number;
  service_station_id: number;
  user_id: number;
  amount: number;
  minimum: number;
  placed_at: Timestamp;
  end_before: Timestamp;
  end_after: Timestamp;
  removed_at: Timestamp | null;
  removed_by: number | null;
  outcome_at: Timestamp | null;
  is_offer: Default<boolean>;
  is_automatic: Default<boolean>;
  called_by: number | null;
}

export interface Categories {
  id: GeneratedAlways<number>;
  company_id: number | null;
  name: string;
}

export interface Certificates {
  id: GeneratedAlways<number>;
  deregistration_id: number;
  kind: CertificateKind;
  date: string;
  document_key: string;
  document_name: string;
  document_size: number;
  sent_at: Default<Timestamp>;
  sent_by: number;
}

export interface ChainAnchors {
  id: number;
  at: Default<Timestamp>;
  link_count: number;
  mac: Buffer;
}

export interface ChainLinks {
  auction_id: number;
  position: number;
  event_ids: number[];
  last_bid_id: number;
  outcome: Buffer;
  hash: Buffer;
  anchor_id: number | null;
  mac: Buffer | null;
}

export interface Collections {
  id: GeneratedAlways<number>;
  auction_id: number;
  bid_id: number;
  service_station_id: number;
  notified_at: Timestamp;
  free_until: string;
  release_code: Default<string>;
  release_after_payment: boolean;
  released_at: Timestamp | null;
  paid_at: string | null;
  waived_days: Default<number>;
  handed_over_at: Timestamp | null;
  handed_over_by: number | null;
  collected_by: string | null;
  undone_at: Timestamp | null;
  withdrawn_at: Timestamp | null;
  storage_days: number | null;
  storage_cost: number | null;
  booked_dt: Timestamp | null;
  booked_note: Default<string>;
  booking_told_at: Timestamp | null;
  storage_email: string | null;
  told_place: ColumnType<unknown, string, string> | null;
  told_yard_id: number | null;
  ended_at: Timestamp | null;
}

export interface Companies {
  id: GeneratedAlways<number>;
  name: string;
  logo_key: string | null;
  email: Default<string>;
  phone: Default<string>;
  street: Default<string>;
  postal: Default<string>;
  city: Default<string>;
  ended_auction_email: Default<string>;
  auction_summary_email: Default<string>;
  default_end_dt_increment_days: Default<number>;
  default_end_dt_increment_time: Default<string>;
  auction_end_dt_incrementation: Default<number>;
  bid_increment_intervals: Default<Ladder>;
  next_auction_number: Default<string>;
  created_at: Default<Timestamp>;
  decision_days: Default<number>;
  dismantling_bidders: Default<DismantlingBidders>;
  release_after_payment: Default<boolean>;
  follow_deregistration: Default<boolean>;
  relist_dismantling: Default<boolean>;
  relist_days: Default<number>;
  relist_start_bid_percent: Default<number>;
  relist_reservation_percent: number | null;
  requires_second_factor: Default<boolean>;
  allows_max_bids: Default<boolean>;
}

export interface DailyRuns {
  task: string;
  day: string;
  ran_at: Default<Timestamp>;
}

export interface Deregistrations {
  id: GeneratedAlways<number>;
  auction_id: number;
  bid_id: number;
  service_station_id: number;
  due_date: string;
  state: Default<DeregistrationState>;
  returned_reason: string | null;
  waived_reason: string | null;
  withdrawn_at: Timestamp | null;
  reminded_of: string | null;
  told_of: string | null;
}

export interface Dismantlers {
  service_station_id: number;
  number: string;
  county: County;
  valid_to: string | null;
  note: Default<string>;
  document_key: string | null;
  document_name: string | null;
  document_size: number | null;
  is_claimed: boolean;
  checked_at: Timestamp | null;
  checked_by: number | null;
  checked_company_id: number | null;
  reminded_of: string | null;
  told_of: string | null;
}

export interface FactsNews {
  auction_id: number;
  description: string;
  condition: GivenCondition;
  due_at: Timestamp;
  is_description_pending: Default<boolean>;
  is_condition_pending: Default<boolean>;
}

export interface FeedChanges {
  auction_id: number;
  company_id: number;
  changed_at: Timestamp;
}

export interface FeedFiles {
  auction_id: number;
  kind: string;
  sha256: Buffer;
  file_id: number;
  subject: string | null;
}

export interface IdempotencyKeys {
  user_id: number;
  key: string;
  request: string;
  status: number;
  body: ColumnType<unknown, string, string>;
  created_at: Default<Timestamp>;
}

export interface Imports {
  company_id: number;
  sha256: Buffer;
  saved_at: Default<Timestamp>;
}

export interface KnownPlaces {
  user_id: number;
  place_hash: Buffer;
  kind: string;
  last_seen_at: Default<Timestamp>;
}

export interface LoginCodes {
  challenge_hash: Buffer;
  user_id: number;
  code_hash: Buffer;
  attempts: Default<number>;
  sent_at: Default<Timestamp>;
  expires_at: Timestamp;
}

export interface MaxBids {
  id: GeneratedAlways<number>;
  auction_id: number;
  service_station_id: number;
  user_id: number | null;
  amount: number | null;
  change: string;
  at: Default<Timestamp>;
}

export interface NotificationSettings {
  user_id: number;
  push_off: string[];
}

export interface Offers {
  id: GeneratedAlways<number>;
  auction_id: number;
  bid_id: number;
  amount: number;
  expires_at: Timestamp;
  state: Default<string>;
  reason_code: string | null;
  reason: string | null;
  created_by: number;
  created_at: Default<Timestamp>;
  settled_at: Timestamp | null;
}

export interface OperatorRuns {
  command: string;
  ended_at: Default<Timestamp>;
  faults: number;
}

export interface PhotoLinks {
  id: Default<string>;
  token_hash: Buffer;
  user_id: number;
  session_id: string;
  room: number;
  expires_at: Timestamp;
  closed_at: Timestamp | null;
}

export interface ProofEvents {
  auction_id: number;
  seq: number;
  position: number;
  event: string;
}

export interface ProofKeys {
  key_id: string;
  public_key: Buffer;
  created_at: Default<Timestamp>;
}

export interface PushKeys {
  is_only: Default<boolean>;
  public_key: string;
  sealed_private_key: string;
  created_at: Default<Timestamp>;
}

export interface PushMessages {
  id: GeneratedAlways<number>;
  subscription_id: number;
  kind: string;
  auction_id: number;
  subject_id: number | null;
  attempts: Default<number>;
  due_at: Default<Timestamp>;
}

export interface PushSubscriptions {
  id: GeneratedAlways<number>;
  user_id: number;
  session_id: string;
  endpoint: string;
  service: string;
  p256dh: string;
  auth: string;
  created_at: Default<Timestamp>;
}

export interface RateLimits {
  key: Buffer;
  whole_at: Timestamp;
}

export interface RecoveryCodes {
  user_id: number;
  code_hash: Buffer;
}

export interface Releases {
  version: string;
  runs_beside: string;
  migrated_at: Default<Timestamp>;
}

export interface Reminders {
  auction_id: number;
  bid_id: number;
  kind: string;
  created_at: Default<Timestamp>;
}

export interface ResetTokens {
  token_hash: Buffer;
  user_id: number;
  created_at: Default<Timestamp>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface SaleDocuments {
  id: GeneratedAlways<number>;
  collection_id: number;
  name: string;
  file_name: string;
  document_key: string;
  size: number;
  added_by: number;
  added_at: Default<Timestamp>;
  removed_at: Timestamp | null;
}

export interface SaleLetters {
  id: GeneratedAlways<number>;
  auction_id: number;
  at: Default<Timestamp>;
  kind: string;
  service_station_id: number | null;
  company_id: number | null;
  name: string;
}

export interface SaleMonths {
  company_id: number;
  month: string;
  category_id: number | null;
  ended: number;
  sold: number;
  sold_total: number;
  reserved_total: number;
  reserve_total: number;
  decision_s: number;
  notified: number;
  notice_s: number;
  collected: number | null;
  collection_s: number | null;
  start_bid_total: number | null;
}

export interface SavedSearches {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  query: ColumnType<unknown, string, string>;
  frequency: string;
  created_at: Default<Timestamp>;
}

export interface SecondFactors {
  user_id: number;
  sealed_secret: string;
  last_step: number;
  added_at: Default<Timestamp>;
}

export interface SecretFingerprint {
  is_only: Default<boolean>;
  fingerprint: Buffer;
  set_at: Default<Timestamp>;
}

export interface SecurityEvents {
  id: GeneratedAlways<number>;
  at: Default<Timestamp>;
  kind: string;
  user_id: number | null;
  actor_id: number | null;
  company_id: number | null;
  ip: string | null;
  user_agent: Default<string>;
  details: Default<ColumnType<unknown, string, string>>;
}

export interface ServiceStationCategories {
  service_station_id: number;
  category_id: number;
}

export interface ServiceStations {
  id: GeneratedAlways<number>;
  company_id: number;
  number: string;
  name: string;
  street: Default<string>;
  postal: Default<string>;
  city: Default<string>;
  is_staging_area: Default<boolean>;
  removed_at: Timestamp | null;
  created_at: Default<Timestamp>;
  phone: Default<string>;
}

export interface Sessions {
  id: Default<string>;
  user_id: number;
  secret: Buffer;
  generation: Default<number>;
  rotated_at: Default<Timestamp>;
  created_at: Default<Timestamp>;
  idle_expires_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  user_agent: Default<string>;
  ip: string | null;
  used_generation: Default<number>;
}

export interface SignOnAttempts {
  state_hash: Buffer;
  sealed_proof: string;
  expires_at: Timestamp;
}

export interface SignOnBindings {
  user_id: number;
  issuer: string;
  company_id: number;
  subject: string;
  bound_at: Default<Timestamp>;
}

export interface SignOnDomains {
  domain: string;
  provider_id: number;
}

export interface SignOnIssuers {
  issuer: string;
  company_id: number;
}

export interface SignOnProviders {
  id: GeneratedAlways<number>;
  issuer: string;
  company_id: number;
  client_id: string;
  sealed_client_secret: string;
  role_claim: Default<string>;
  case_manager_values: Default<string[]>;
  company_admin_values: Default<string[]>;
  trusts_email: Default<boolean>;
}

export interface SilencedCategories {
  service_station_id: number;
  category_id: number;
}

export interface StagingAreas {
  id: GeneratedAlways<number>;
  company_id: number;
  service_station_id: number | null;
  name: string;
  opening_hours: Default<string>;
  booking_hours: BookingHours | null;
}

export interface StaleSaleMonths {
  id: GeneratedAlways<number>;
  company_id: number;
  month: string;
}

export interface Tokens {
  id: GeneratedAlways<number>;
  company_id: number;
  user_id: number;
  name: string;
  hash: Buffer;
  prefix: string;
  scopes: TokenScope[];
  created_at: Default<Timestamp>;
  created_by: number;
  last_used_at: Timestamp | null;
  expires_on: string;
  revoked_at: Timestamp | null;
}

export interface Uploads {
  id: Default<string>;
  user_id: number;
  kind: UploadKind;
  name: string;
  size: number;
  received: Default<number>;
  pieces: Default<string[]>;
  media_key: string | null;
  media_size: number | null;
  expires_at: Timestamp;
  photo_link_id: string | null;
  view: ImageView | null;
}

export interface Users {
  id: GeneratedAlways<number>;
  email: string;
  first_name: Default<string>;
  last_name: Default<string>;
  role: Role;
  is_superuser: Default<boolean>;
  company_id: number | null;
  service_station_id: number | null;
  password_hash: string | null;
  is_ad_user: Default<boolean>;
  deactivated_at: Timestamp | null;
  created_at: Default<Timestamp>;
  anonymised_at: Timestamp | null;
  waits_for_address: Default<boolean>;
  is_successor: Default<boolean>;
  is_integration: Default<boolean>;
}

export interface WebhookDeliveries {
  id: GeneratedAlways<number>;
  webhook_id: number;
  message_id: Default<string>;
  type: (typeof WEBHOOK_TYPES)[number];
  body: string;
  is_manual: Default<boolean>;
  created_at: Default<Timestamp>;
  tries: Default<number>;
  first_try_at: Timestamp | null;
  due_at: Default<Timestamp | null>;
  taken_until: Timestamp | null;
  status: number | null;
  error: string | null;
}

export interface Webhooks {
  id: GeneratedAlways<number>;
  company_id: number;
  url: string;
  events: WebhookEvent[];
  sealed_secret: string;
  sealed_former_secret: string | null;
  rotated_at: Timestamp | null;
  active: Default<boolean>;
  stopped_at: Timestamp | null;
  last_delivered_at: Timestamp | null;
  created_at: Default<Timestamp>;
}

export interface DB {
  accepted_terms: AcceptedTerms;
  alerts: Alerts;
  announced_endings: AnnouncedEndings;
  announced_to_searchers: AnnouncedToSearchers;
  auction_categories: AuctionCategories;
  auction_files: AuctionFiles;
  auction_images: AuctionImages;
  auction_standings: AuctionStandings;
  auctions: Auctions;
  audit_log: AuditLog;
  bid_news: BidNews;
  bids: Bids;
  categories: Categories;
  certificates: Certificates;
  chain_anchors: ChainAnchors;
  chain_links: ChainLinks;
  collections: Collections;
  companies: Companies;
  daily_runs: DailyRuns;
  deregistrations: Deregistrations;
  dismantlers: Dismantlers;
  facts_news: FactsNews;
  feed_changes: FeedChanges;
  feed_files: FeedFiles;
  idempotency_keys: IdempotencyKeys;
  imports: Imports;
  known_places: KnownPlaces;
  login_codes: LoginCodes;
  max_bids: MaxBids;
  notification_settings: NotificationSettings;
  offers: Offers;
  operator_runs: OperatorRuns;
  photo_links: PhotoLinks;
  proof_events: ProofEvents;
  proof_keys: ProofKeys;
  push_keys: PushKeys;
  push_messages: PushMessages;
  push_subscriptions: PushSubscriptions;
  rate_limits: RateLimits;
  recovery_codes: RecoveryCodes;
  releases: Releases;
  reminders: Reminders;
  reset_tokens: ResetTokens;
  sale_documents: SaleDocuments;
  sale_letters: SaleLetters;
  sale_months: SaleMonths;
  saved_searches: SavedSearches;
  second_factors: SecondFactors;
  secret_fingerprint: SecretFingerprint;
  security_events: SecurityEvents;
  service_station_categories: ServiceStationCategories;
  service_stations: ServiceStations;
  sessions: Sessions;
  sign_on_attempts: SignOnAttempts;
  sign_on_bindings: SignOnBindings;
  sign_on_domains: SignOnDomains;
  sign_on_issuers: SignOnIssuers;
  sign_on_providers: SignOnProviders;
  silenced_categories: SilencedCategories;
  staging_areas: StagingAreas;
  stale_sale_months: StaleSaleMonths;
  tokens: Tokens;
  uploads: Uploads;
  users: Users;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
}
