import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { may } from './roles.ts';

/** An email that the mail server never took, for half a day of tries. What it says is not shown. */
export const deadLetter = z.object({
  id: z.string(),
  /** The email's kind, such as `winner`; named as first released, since others read this answer. */
  letter: z.string(),
  /** The address that it would go to today; null when nobody is there to get it any more. */
  to: z.nullable(z.string()),
  /** What it is about, if it is one auction. */
  auction_id: z.nullable(id),
  auction_number: z.nullable(z.string()),
  written_at: instant,
  given_up_at: instant,
  tries: z.int(),
  /** What the mail server said at the last try. */
  reason: z.string(),
});

export type DeadLetter = z.infer<typeof deadLetter>;

const mailState = z.object({
  /** Emails that wait for their first try, and since when the oldest of them does. */
  waiting: z.int(),
  waiting_since: z.nullable(instant),
  /** Emails that were not taken, and wait for their next try. */
  delayed: z.int(),
  /** All that were given up and not sent again. */
  given_up: z.int(),
  /** Of these at most the latest 200, the newest first. */
  letters: z.array(deadLetter),
});

export type MailState = z.infer<typeof mailState>;

/** How sending emails is getting on (MAIL-2). */
export const readMailState = endpoint({
  method: 'GET',
  path: '/api/admin/dead-letters',
  summary: 'Mejl som väntar, och mejl som inte kunde skickas',
  may: may.switchCompany,
  reply: mailState,
});

/** Tries an email again, from the beginning; who may get it is decided again (MAIL-2). */
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

/** The same for all that were given up. */
export const resendDeadLetters = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/resend',
  summary: 'Försök skicka alla mejl igen',
  may: may.switchCompany,
  status: 204,
});

/** Every kind of email, and its other templates, by what people read that it is (MAIL-2). */
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
