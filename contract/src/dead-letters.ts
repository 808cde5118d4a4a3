import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { may } from './roles.ts';

/** An email that the mail server did not accept for half a day. Its content is not shown. */
export const deadLetter = z.object({
  id: z.string(),
  /** The email's kind, such as `winner`; named as first released, since others read this answer. */
  letter: z.string(),
  /** The address that it would go to today; null if it has no recipient any more. */
  to: z.nullable(z.string()),
  /** The auction that it is about, if any. */
  auction_id: z.nullable(id),
  auction_number: z.nullable(z.string()),
  written_at: instant,
  given_up_at: instant,
  tries: z.int(),
  /** The mail server's answer to the last try. */
  reason: z.string(),
});

export type DeadLetter = z.infer<typeof deadLetter>;

const mailState = z.object({
  /** Emails that wait for their first try, and since when the oldest waits. */
  waiting: z.int(),
  waiting_since: z.nullable(instant),
  /** Emails that were not accepted, and wait for their next try. */
  delayed: z.int(),
  /** All that were given up and not sent again. */
  given_up: z.int(),
  /** At most the latest 200 of them, the newest first. */
  letters: z.array(deadLetter),
});

export type MailState = z.infer<typeof mailState>;

/** The state of email sending (MAIL-2). */
export const readMailState = endpoint({
  method: 'GET',
  path: '/api/admin/dead-letters',
  summary: 'Mejl som väntar, och mejl som inte kunde skickas',
  may: may.switchCompany,
  reply: mailState,
});

/** Sends an email again; the recipient is checked again (MAIL-2). */
export const resendDeadLetter = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/:id/resend',
  summary: 'Försök skicka ett mejl igen',
  may: may.switchCompany,
  params: z.object({
    id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  }),
  status: 204,
});

/** Sends all given-up emails again (MAIL-2). */
export const resendDeadLetters = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/resend',
  summary: 'Försök skicka alla mejl igen',
  may: may.switchCompany,
  status: 204,
});

/** The Swedish names of all kinds of email and their templates (MAIL-2). */
export const EMAIL_NAMES = {
  'address-taken': 'Inbjudan till en adress som redan används',
  'bid-news': 'Nya bud',
  'bid-removed': 'Borttaget bud',
  'bids-released': 'Budet är inte längre bindande',
  booking: 'Bokad hämtning',
  'company-ended': 'Avslutad auktion, till bolaget',
  'company-summary': 'Daglig sammanfattning',
  'contact-change': 'Ny e-postadress för en verkstad',
  'deregistration-due': 'Påminnelse om avregistrering',
  'deregistration-returned': 'Komplettering av avregistrering',
  'dismantler-ends': 'Auktorisation som går ut',
  ended: 'Avslutad auktion',
  'handed-over': 'Utlämnat objekt',
  'login-code': 'Inloggningskod',
  'new-device': 'Ny inloggning',
  'new-object': 'Nytt objekt',
  'not-relisted': 'Inte upplagd på nytt',
  offer: 'Erbjudande',
  'offer-answered': 'Svar på erbjudande',
  outbid: 'Överbjuden',
  'password-changed': 'Ändrat lösenord',
  'pickup-moved': 'Ny plats eller nya tider för hämtning',
  'pickup-reminder': 'Påminnelse om hämtning',
  'purchase-undone': 'Hävt köp',
  'release-code': 'Kod för utlämning',
  relisted: 'Upplagd på nytt',
  'sale-unsold': 'Ej såld',
  'second-factor': 'Autentiseringsapp',
  'set-password': 'Välj lösenord',
  'storage-running': 'Lagringsavgift löper',
  'untold-winners': 'Vinnare som inte är meddelade',
  welcome: 'Välkommen',
  winner: 'Du har vunnit',
  'winner-withdrawn': 'Återtagen vinst',
} as const;

export type EmailKind = keyof typeof EMAIL_NAMES;
