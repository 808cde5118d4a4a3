import type { Role } from '../roles.ts';

/** By what somebody was let in; `app` and `recovery` beside password and code, `demo` by «Prova som …» of a demo. */
export type LoginFactor = 'code' | 'sign_on' | 'app' | 'recovery' | 'demo';

/** Who took a second factor away. */
export type SecondFactorRemover = 'owner' | 'admin' | 'operator';

/** Why somebody was not let in. */
export type LoginFault = 'password' | 'code' | 'second_factor' | 'sign_on' | 'limit';

/** What was wrong of what an act on the second factor asks for. */
export type SecondFactorFault = 'code' | 'password';

/** What a list that was taken out held. */
export type ExportedList = 'auctions' | 'service_stations' | 'look_back' | 'security_events';

/** Which sessions were ended, or why. */
export type EndingReason = 'one' | 'others' | 'everywhere' | 'reused' | 'email' | 'admin';

/** Why an account was closed. */
export type ClosingReason = 'admin' | 'station_removed' | 'replaced' | 'sign_on';

/** What each kind of event says beside when, who, whose account and from where (SEC-1). */
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
  export_taken: { list: ExportedList };
  call_refused: { status: 400 | 403 | 429; call: string };
}

export type EventKind = keyof EventDetails;

/** Every kind with its name, as SEC-1 has them: a test holds the two together. */
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
  export_taken: 'Export hämtad',
  call_refused: 'Anrop nekat',
};

export const EVENT_KINDS = Object.keys(EVENT_NAME) as [EventKind, ...EventKind[]];
