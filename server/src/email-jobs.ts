import type { EmailKind } from '@restvarde/contract/dead-letters';
import {
  type CompanySummaryJob,
  companySummaryEmail,
} from './auctions/emails/company-summary-job.ts';
import {
  type CompanyEndedJob,
  companyEndedEmail,
  type EndedJob,
  endedEmail,
} from './auctions/emails/ended-job.ts';
import { type NewObjectJob, newObjectEmail } from './auctions/emails/new-object-job.ts';
import { type RelistedJob, relistedEmail } from './auctions/emails/relisted-job.ts';
import {
  type PickupReminderJob,
  pickupReminderEmail,
  type UnnotifiedWinnersJob,
  unnotifiedWinnersEmail,
} from './auctions/emails/reminder-jobs.ts';
import { type WinnerJob, winnerEmail } from './auctions/emails/winner-job.ts';
import {
  type WinnerWithdrawnJob,
  winnerWithdrawnEmail,
} from './auctions/emails/winner-withdrawn-job.ts';
import { type ContactChangeJob, contactChangeEmail } from './auth/emails/contact-change-job.ts';
import { type LoginCodeJob, loginCodeEmail } from './auth/emails/login-code-job.ts';
import { type NewDeviceJob, newDeviceEmail } from './auth/emails/new-device-job.ts';
import {
  type PasswordChangedJob,
  passwordChangedEmail,
} from './auth/emails/password-changed-job.ts';
import { type SecondFactorJob, secondFactorEmail } from './auth/emails/second-factor-job.ts';
import { type SetPasswordJob, setPasswordEmail } from './auth/emails/set-password-job.ts';
import { type BidNewsJob, bidNewsEmail } from './bids/emails/bid-news-job.ts';
import { type BidRemovedJob, bidRemovedEmail } from './bids/emails/bid-removed-job.ts';
import { type OutbidJob, outbidEmail } from './bids/emails/outbid-job.ts';
import type { WorkerContext } from './context.ts';
import type { Email } from './email/email.ts';
import { type BidsReleasedJob, bidsReleasedEmail } from './sales/emails/bids-released-job.ts';
import { type BookingJob, bookingEmail } from './sales/emails/booking-job.ts';
import {
  type DeregistrationDueJob,
  deregistrationDueEmail,
} from './sales/emails/deregistration-due-job.ts';
import {
  type DeregistrationReturnedJob,
  deregistrationReturnedEmail,
} from './sales/emails/deregistration-returned-job.ts';
import { type HandedOverJob, handedOverEmail } from './sales/emails/handed-over-job.ts';
import { type NotRelistedJob, notRelistedEmail } from './sales/emails/not-relisted-job.ts';
import { type OfferAnsweredJob, offerAnsweredEmail } from './sales/emails/offer-answered-job.ts';
import { type OfferJob, offerEmail } from './sales/emails/offer-job.ts';
import { type PickupMovedJob, pickupMovedEmail } from './sales/emails/pickup-moved-job.ts';
import { type PurchaseUndoneJob, purchaseUndoneEmail } from './sales/emails/purchase-undone-job.ts';
import { type ReleaseCodeJob, releaseCodeEmail } from './sales/emails/release-code-job.ts';
import { type SaleUnsoldJob, saleUnsoldEmail } from './sales/emails/sale-unsold-job.ts';
import type { StorageRunningJob } from './sales/emails/storage-jobs.ts';
import { storageRunningEmail } from './sales/emails/storage-running-job.ts';
import {
  type DismantlerEndsJob,
  dismantlerEndsEmail,
} from './service-stations/emails/dismantler-ends-job.ts';

type EmailJob =
  | BidNewsJob
  | BidRemovedJob
  | BidsReleasedJob
  | BookingJob
  | CompanyEndedJob
  | CompanySummaryJob
  | ContactChangeJob
  | DeregistrationDueJob
  | DeregistrationReturnedJob
  | DismantlerEndsJob
  | EndedJob
  | HandedOverJob
  | LoginCodeJob
  | NewDeviceJob
  | NewObjectJob
  | NotRelistedJob
  | OfferAnsweredJob
  | OfferJob
  | OutbidJob
  | PasswordChangedJob
  | PickupMovedJob
  | PickupReminderJob
  | RelistedJob
  | SaleUnsoldJob
  | PurchaseUndoneJob
  | ReleaseCodeJob
  | SecondFactorJob
  | SetPasswordJob
  | StorageRunningJob
  | UnnotifiedWinnersJob
  | WinnerJob
  | WinnerWithdrawnJob;

type Kind = EmailJob['kind'];
type JobOf<K extends Kind> = Extract<EmailJob, { kind: K }>;
type Render<Job> = (context: WorkerContext, job: Job, jobId: string) => Promise<Email | null>;

/** Every kind of email. Recipients and contents are decided when it is sent. The contract names each. */
const EMAILS: { [K in Kind & EmailKind]: Render<JobOf<K>> } = {
  'bid-news': bidNewsEmail,
  'bid-removed': bidRemovedEmail,
  'bids-released': bidsReleasedEmail,
  booking: bookingEmail,
  'company-ended': companyEndedEmail,
  'company-summary': companySummaryEmail,
  'contact-change': contactChangeEmail,
  'deregistration-due': deregistrationDueEmail,
  'deregistration-returned': deregistrationReturnedEmail,
  'dismantler-ends': dismantlerEndsEmail,
  ended: endedEmail,
  'handed-over': handedOverEmail,
  'login-code': loginCodeEmail,
  'new-device': newDeviceEmail,
  'new-object': newObjectEmail,
  'not-relisted': notRelistedEmail,
  offer: offerEmail,
  'offer-answered': offerAnsweredEmail,
  outbid: outbidEmail,
  'password-changed': passwordChangedEmail,
  'pickup-moved': pickupMovedEmail,
  'pickup-reminder': pickupReminderEmail,
  relisted: relistedEmail,
  'sale-unsold': saleUnsoldEmail,
  'purchase-undone': purchaseUndoneEmail,
  'release-code': releaseCodeEmail,
  'second-factor': secondFactorEmail,
  'set-password': setPasswordEmail,
  'storage-running': storageRunningEmail,
  'untold-winners': unnotifiedWinnersEmail,
  winner: winnerEmail,
  'winner-withdrawn': winnerWithdrawnEmail,
};

export const EMAIL_KINDS = Object.keys(EMAILS);

/** A job as queued. Earlier releases wrote `letter` instead of `kind`, and jobs may wait for months. */
export type QueuedEmail = { kind: string } | { letter: string };

export function kindOf(job: QueuedEmail): string {
  return 'kind' in job ? job.kind : job.letter;
}

/** Renders a job's email; null if it has no recipient any more. Throws if its kind is unknown. */
export function renderJob(
  context: WorkerContext,
  job: QueuedEmail,
  jobId: string,
): Promise<Email | null> {
  const kind = kindOf(job);
  // Queued by a newer node; one of those sends it on a retry.
  if (!isKnown(kind)) throw new Error(`This node knows no email "${kind}".`);
  return renderAs(kind, context, job, jobId);
}

const isKnown = (kind: string): kind is Kind => Object.hasOwn(EMAILS, kind);

/** A job queued under a kind has that kind's shape. */
function renderAs<K extends Kind>(kind: K, context: WorkerContext, job: object, jobId: string) {
  return EMAILS[kind](context, job as JobOf<K>, jobId);
}
