import type { Role } from '../roles.ts';

/** How a login succeeded; `app` and `recovery` in addition to password and code, `demo` by «Prova som …» of a demo. */
export type LoginFactor = 'code' | 'sign_on' | 'app' | 'recovery' | 'demo';

/** Who removed a second factor. */
export type SecondFactorRemover = 'owner' | 'admin' | 'operator';

/** Why a login failed. */
export type LoginFault = 'password' | 'code' | 'second_factor' | 'sign_on' | 'limit';

/** Why an act on the second factor failed. */
export type SecondFactorFault = 'code' | 'password';

/** The content of an export. */
export type ExportedList =
  | 'auctions'
  | 'service_stations'
  | 'look_back'
  | 'proof'
  | 'security_events';

/** The ended sessions, or the reason. */
export type EndingReason = 'one' | 'others' | 'everywhere' | 'reused' | 'email' | 'admin';

/** Why an account was closed. */
export type ClosingReason = 'admin' | 'station_removed' | 'replaced' | 'sign_on';

/** The details of each kind of event, beside time, actor, account and origin (SEC-1). */
export interface EventDetails {
  login: { by: LoginFactor };
  login_failed: { reason: LoginFault };
  code_sent: object;
  logout: object;
  session_ended: { reason: EndingReason };
  password_link_asked: object;
  password_link_sent: object;
  password_changed: object;
  password_kept: object;
  second_factor_added: object;
  second_factor_removed: { by: SecondFactorRemover };
  recovery_codes_renewed: object;
  second_factor_kept: { reason: SecondFactorFault };
  person_added: { role: Role };
  role_changed: { before: Role; after: Role };
  email_changed: object;
  person_closed: { reason: ClosingReason };
  person_let_in: object;
  person_erased: object;
  sign_on_added: { issuer: string };
  sign_on_changed: { issuer: string; fields: string[] };
  sign_on_removed: { issuer: string };
  token_added: { prefix: string };
  token_removed: { prefix: string };
  webhook_added: { host: string };
  webhook_changed: { host: string; fields: string[] };
  webhook_removed: { host: string };
  photo_link_added: object;
  export_taken: { list: ExportedList };
  call_refused: { status: 400 | 403 | 429; call: string };
}

export type EventKind = keyof EventDetails;

/** The names of all kinds, equal to the table of SEC-1, which a test checks. */
export const EVENT_NAME: Record<EventKind, string> = {
  login: 'Loggade in',
  login_failed: 'Misslyckad inloggning',
  code_sent: 'Kod skickad',
  logout: 'Loggade ut',
  session_ended: 'Inloggning avslutad',
  password_link_asked: 'Bad om nytt lösenord',
  password_link_sent: 'Länk för lösenord skickad',
  password_changed: 'Lösenord ändrat',
  password_kept: 'Lösenord oförändrat',
  second_factor_added: 'Autentiseringsapp tillagd',
  second_factor_removed: 'Autentiseringsapp borttagen',
  recovery_codes_renewed: 'Nya återställningskoder',
  second_factor_kept: 'Autentiseringsapp oförändrad',
  person_added: 'Person tillagd',
  role_changed: 'Roll ändrad',
  email_changed: 'E-postadress ändrad',
  person_closed: 'Person avstängd',
  person_let_in: 'Person insläppt igen',
  person_erased: 'Personuppgifter raderade',
  sign_on_added: 'Inloggningstjänst tillagd',
  sign_on_changed: 'Inloggningstjänst ändrad',
  sign_on_removed: 'Inloggningstjänst borttagen',
  token_added: 'Nyckel tillagd',
  token_removed: 'Nyckel borttagen',
  webhook_added: 'Webhook tillagd',
  webhook_changed: 'Webhook ändrad',
  webhook_removed: 'Webhook borttagen',
  photo_link_added: 'Länk för bilder från mobilen tillagd',
  export_taken: 'Export hämtad',
  call_refused: 'Anrop nekat',
};

export const EVENT_KINDS = Object.keys(EVENT_NAME) as [EventKind, ...EventKind[]];
