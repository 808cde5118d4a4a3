import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, instant } from '../fields.ts';
import { may } from '../roles.ts';
import { secondFactor, sixDigits } from './login.ts';
import { currentPassword, WRONG_PASSWORD } from './password.ts';
import { opaque } from './session.ts';

export const SECOND_FACTOR_SENTENCE = {
  required: 'Skriv koden från din autentiseringsapp.',
  wrong: 'Koden stämmer inte eller är redan använd. Vänta på nästa kod i appen.',
  missing: 'Ditt bolag kräver en autentiseringsapp. Lägg till den för att gå vidare.',
  wrongPassword: WRONG_PASSWORD,
  isOn: 'Du har redan en autentiseringsapp.',
  isOff: 'Det finns ingen autentiseringsapp.',
  expired: 'Det tog för lång tid. Ladda om sidan och försök igen.',
  elsewhere: 'Du loggar in hos din arbetsgivare, som har ett eget andra steg.',
  ownFirst: 'Lägg först till en autentiseringsapp för dig själv, under Mitt konto',
  own: 'Din egen tar du bort under Mitt konto.',
} as const;

/** The `code` of such an error (API-2). */
export const SECOND_FACTOR_ERROR = {
  required: 'second_factor_required',
  wrong: 'second_factor_wrong',
  missing: 'second_factor_missing',
} as const;

/** How many recovery codes there are, each to be used once (SEC-5). */
export const RECOVERY_CODES = 10;

const secondFactorState = z.object({
  is_on: z.boolean(),
  added_at: z.nullable(instant),
  recovery_codes_left: z.int(),
  /** The company requires it of its staff (SEC-7). */
  is_required: z.boolean(),
});

export type SecondFactorState = z.infer<typeof secondFactorState>;

/** The caller's own second factor (SEC-5). */
export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/api/second-factor',
  summary: 'Min autentiseringsapp',
  may: may.manageAuctions,
  isForEnrolment: true,
  reply: secondFactorState,
});

const enrolment = z.object({
  /** To be sent back with the first code of the app. */
  enrolment: z.string(),
  /** The secret in base32, for users who cannot scan the QR code. */
  secret: z.string(),
  /** The `otpauth:` address for authenticator apps. */
  url: z.string(),
  /** The address as a QR code: modules per side, and the dark ones as the path of an SVG. */
  square: z.object({ size: z.int(), path: z.string() }),
});

export type Enrolment = z.infer<typeof enrolment>;

/** Starts adding an app; nothing is stored until its first code is confirmed (SEC-5). */
export const startEnrolment = endpoint({
  method: 'POST',
  path: '/api/second-factor/enrolment',
  summary: 'Hämta en nyckel till en autentiseringsapp',
  may: may.manageAuctions,
  isForEnrolment: true,
  body: z.object({ password: currentPassword }),
  reply: enrolment,
});

/** New recovery codes, shown only once (SEC-6). */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** Confirms the app by its first code: each login then requires one. The only answer with the recovery codes. */
export const addSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor',
  summary: 'Lägg till autentiseringsapp',
  may: may.manageAuctions,
  isForEnrolment: true,
  body: z.object({ enrolment: opaque, app_code: sixDigits }),
  status: 201,
  reply: recoveryCodes,
});

/** Replaces the recovery codes by ten new ones; requires a code of the app (SEC-5). */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  summary: 'Nya återställningskoder',
  may: may.manageAuctions,
  body: z.object({ second_factor: secondFactor }),
  status: 201,
  reply: recoveryCodes,
});

/** Removes the caller's app; requires a code of it (SEC-5). */
export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/remove',
  summary: 'Ta bort autentiseringsapp',
  may: may.manageAuctions,
  body: z.object({ second_factor: secondFactor }),
});

/** Removes the app of a member of staff who has lost the app and the recovery codes (SEC-8). */
export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/second-factor',
  summary: 'Återställ en persons autentiseringsapp',
  may: may.administer,
  params: idParams,
});
