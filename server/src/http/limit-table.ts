/** An allowance: `burst` at once, then one every `every_s` seconds. */
export interface Limit {
  name: string;
  burst: number;
  every_s: number;
  /** The start of the 429 message, before the time to wait. */
  sentence?: string;
  /** Tokens that a node takes from the database at a time; 1 by default. */
  leased?: number;
}

interface Row extends Limit {
  /** What it counts and by which key, in the words of SPEC.md. */
  of: string;
  by: string;
  /** Default: 429. */
  response?: string;
}

const CODES = 'Vi har nyss mejlat dig flera koder.';
const LINKS = 'Det har nyss skickats många mejl om lösenord.';
const SILENT = 'nothing: as if it were done';

/** All allowances, in the order of the table in LIMIT-1; a test compares the two. */
export const LIMITS = {
  login_address: { name: 'login', of: 'failed logins', by: 'address', burst: 20, every_s: 15 },
  login_stranger: {
    name: 'wrong password',
    of: 'wrong passwords',
    by: 'account, from unknown places',
    burst: 10,
    every_s: 60,
    response: 'as to a wrong password',
  },
  login_known: {
    name: 'wrong password, known',
    of: 'wrong passwords',
    by: 'account and known place',
    burst: 10,
    every_s: 60,
    response: 'as to a wrong password',
  },
  new_code_stranger: {
    name: 'new code',
    of: 'mailed codes that are not used',
    by: 'account, from unknown places',
    burst: 3,
    every_s: 200,
    sentence: CODES,
  },
  new_code_known: {
    name: 'new code, known',
    of: 'mailed codes that are not used',
    by: 'account and known place',
    burst: 10,
    every_s: 60,
    sentence: CODES,
  },
  code_address: { name: 'code', of: 'wrong codes', by: 'address', burst: 20, every_s: 15 },
  code_stranger: {
    name: 'wrong code',
    of: 'wrong codes',
    by: 'account, from unknown places',
    burst: 20,
    every_s: 4_320,
    response: 'as to a wrong code',
  },
  code_known: {
    name: 'wrong code, known',
    of: 'wrong codes',
    by: 'account and known place',
    burst: 20,
    every_s: 4_320,
    response: 'as to a wrong code',
  },
  second_factor_stranger: {
    name: 'second factor',
    of: 'wrong codes of an app',
    by: 'account, from unknown places',
    burst: 20,
    every_s: 4_320,
    response: 'as to a wrong code',
  },
  second_factor_known: {
    name: 'second factor, known',
    of: 'wrong codes of an app, and wrong passwords when adding an app or changing the password',
    by: 'account and known place, or logged-in user',
    burst: 20,
    every_s: 4_320,
    response: 'as to a wrong code; with a login 429',
  },
  reset_address: {
    name: 'reset',
    of: 'forgotten passwords, and invalid links',
    by: 'address',
    burst: 25,
    every_s: 12,
  },
  reset_mail: {
    name: 'reset mail',
    of: 'mails with a link, requested without a login',
    by: 'e-mail address',
    burst: 5,
    every_s: 360,
    response: SILENT,
  },
  link_mail: {
    name: 'link mail',
    of: 'mails with a link, sent by staff',
    by: 'e-mail address',
    burst: 5,
    every_s: 360,
    sentence: LINKS,
  },
  link_company: {
    name: 'link mail, company',
    of: 'mails with a link, sent by staff',
    by: 'sending company',
    burst: 50,
    every_s: 60,
    sentence: LINKS,
  },
  release_code: {
    name: 'release code',
    of: 'wrong release codes',
    by: 'auction',
    burst: 5,
    every_s: 180,
  },
  code_search: {
    name: 'code search',
    of: 'release codes that no object has',
    by: 'user',
    burst: 60,
    every_s: 60,
  },
  anonymous: {
    name: 'anonymous',
    of: 'calls without a login',
    by: 'address',
    burst: 300,
    every_s: 1,
  },
  anonymous_device: {
    name: 'anonymous, known',
    of: 'calls without a login',
    by: 'device',
    burst: 300,
    every_s: 1,
  },
  limit_event: {
    name: 'limit event',
    of: 'events of refusals by a limit (SEC-1)',
    by: 'address or account',
    burst: 1,
    every_s: 60,
    response: 'nothing: it is not written',
  },
  refused_event: {
    name: 'refused event',
    of: 'events of refused calls (SEC-1)',
    by: 'user or address, call and reason',
    burst: 1,
    every_s: 3_600,
    response: 'nothing: it is not written',
  },
  refused_strangers: {
    name: 'refused strangers',
    of: 'events of refused calls (SEC-1)',
    by: 'all addresses',
    burst: 1_000,
    every_s: 4,
    response: 'nothing: it is not written',
  },
  user: {
    name: 'user',
    of: 'calls',
    by: 'user',
    burst: 3_000,
    every_s: 0.1,
    leased: 300,
    sentence: 'Du har gjort för många anrop.',
  },
  bids: {
    name: 'bids',
    of: 'bids',
    by: 'user',
    burst: 100,
    every_s: 0.5,
    leased: 20,
    sentence: 'Du har lagt många bud på kort tid.',
  },
  token: {
    name: 'token',
    of: 'calls',
    by: 'token',
    burst: 600,
    every_s: 0.1,
    leased: 60,
    sentence: 'Du har gjort för många anrop.',
  },
  uploads: {
    name: 'uploads',
    of: 'calls with files',
    by: 'user',
    burst: 200,
    every_s: 5,
    sentence: 'Du har laddat upp många filer på kort tid.',
  },
  uploads_company: {
    name: 'uploads, company',
    of: 'calls with files',
    by: 'company',
    burst: 2_000,
    every_s: 3,
    sentence: 'Ditt bolag har laddat upp många filer på kort tid.',
  },
  photo_links: {
    name: 'photo links',
    of: 'links for pictures (FORM-17)',
    by: 'user',
    burst: 30,
    every_s: 60,
    sentence: 'Du har lagt till många länkar på kort tid.',
  },
  photo_link: {
    name: 'photo link',
    of: 'calls by a link for pictures (FORM-17)',
    by: 'link',
    burst: 600,
    every_s: 0.2,
    leased: 30,
    sentence: 'Du har gjort för många anrop.',
  },
  vehicle_lookup: {
    name: 'vehicle look-up',
    of: 'vehicles looked up',
    by: 'user',
    burst: 60,
    every_s: 10,
    sentence: 'Du har sökt uppgifter om många fordon på kort tid.',
  },
} satisfies Record<string, Row>;

/** Requests that may be in flight on a node, by one user and in total (LIMIT-3). */
export interface Share {
  of: string;
  by: string;
  /** A user's requests handled at once; the rest wait. */
  at_once: number;
  /** A user's requests handled or waiting. Above half of it they are handled one at a time. */
  in_flight: number;
  all_at_once: number;
  all_in_flight: number;
  /** Above half of `in_flight`, the next waits for as long as the previous one took. */
  rests?: boolean;
}

/** Bids have a share that no other kind of request uses up. */
export const SHARES = {
  calls: {
    of: 'calls',
    by: 'user',
    at_once: 4,
    in_flight: 20,
    all_at_once: 24,
    all_in_flight: 1_000,
    rests: true,
  },
  bids: {
    of: 'bids',
    by: 'user',
    at_once: 4,
    in_flight: 20,
    all_at_once: 2_000,
    all_in_flight: 2_000,
  },
  uploads: {
    of: 'calls with files',
    by: 'user',
    at_once: 3,
    in_flight: 20,
    all_at_once: 12,
    all_in_flight: 200,
  },
  views: {
    of: 'first views',
    by: 'user',
    at_once: 1,
    in_flight: 10,
    all_at_once: 4,
    all_in_flight: 200,
  },
  passwords: {
    of: 'passwords to check',
    by: 'user, or known device',
    at_once: 1,
    in_flight: 10,
    all_at_once: 1,
    all_in_flight: 100,
  },
  strange_passwords: {
    of: 'passwords to check',
    by: 'address, for unknown devices',
    at_once: 1,
    in_flight: 20,
    all_at_once: 1,
    all_in_flight: 60,
  },
  pictures: {
    of: 'pictures to decode',
    by: 'user',
    at_once: 1,
    in_flight: 60,
    all_at_once: 2,
    all_in_flight: 400,
  },
} satisfies Record<string, Share>;

/** The delay of refusals: `burst` at once, then one per interval, none later than `longest_ms` (LIMIT-3). */
export const ANSWER_PACE = { burst: 100, every_ms: 50, longest_ms: 10_000 };

/** Maximums per user. A further socket is closed at once; a further login ends the oldest session. */
export const OPEN_AT_ONCE = { sockets: 40, sessions: 20 };

/** The rows of the table in LIMIT-3. */
export function renderShares(): string[] {
  return Object.values(SHARES).map(
    ({ of, by, at_once, in_flight, all_at_once, all_in_flight }) =>
      `| ${of} | ${by} | ${[at_once, in_flight, all_at_once, all_in_flight].map(inThousands).join(' | ')} |`,
  );
}

/** The rows of the table in LIMIT-1. */
export function renderLimits(table: Record<string, Row> = LIMITS): string[] {
  return Object.values(table).map(
    ({ of, by, burst, every_s, response = '429' }) =>
      `| ${of} | ${by} | ${inThousands(burst)} | ${inSeconds(every_s)} | ${response} |`,
  );
}

const inThousands = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');

function inSeconds(every_s: number): string {
  return every_s < 1 ? `1/${Math.round(1 / every_s)} s` : `${inThousands(every_s)} s`;
}
