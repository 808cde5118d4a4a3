/** An allowance: `burst` at once, and after that one every `every_s`. */
export interface Limit {
  name: string;
  burst: number;
  every_s: number;
  /** What is said when it is spent, before when to come back. */
  sentence?: string;
}

interface Row extends Limit {
  /** What takes one, and whose it is, as SPEC.md has them. */
  of: string;
  by: string;
  told: string;
}

const LATER = '429';
const CODES = 'Vi har nyss mejlat dig flera koder.';
const LINKS = 'Det har nyss skickats många mejl om lösenord.';
const SILENT = 'nothing: as if it were done';

/** Every allowance of every caller, in the order of LIMIT-1, which shows this table: a test holds the two together. */
export const LIMITS = {
  login_address: {
    name: 'login',
    of: 'logins that fail',
    by: 'address',
    burst: 20,
    every_s: 15,
    told: LATER,
  },
  login_stranger: {
    name: 'wrong password',
    of: 'wrong passwords',
    by: 'account, from places that it does not know',
    burst: 10,
    every_s: 60,
    told: 'a wrong password',
  },
  login_known: {
    name: 'wrong password, known',
    of: 'wrong passwords',
    by: 'account and place that it knows',
    burst: 10,
    every_s: 60,
    told: 'a wrong password',
  },
  new_code_stranger: {
    name: 'new code',
    of: 'codes that are mailed and not used',
    by: 'account, from places that it does not know',
    burst: 3,
    every_s: 200,
    sentence: CODES,
    told: LATER,
  },
  new_code_known: {
    name: 'new code, known',
    of: 'codes that are mailed and not used',
    by: 'account and place that it knows',
    burst: 10,
    every_s: 60,
    sentence: CODES,
    told: LATER,
  },
  code_address: {
    name: 'code',
    of: 'wrong codes',
    by: 'address',
    burst: 20,
    every_s: 15,
    told: LATER,
  },
  code_stranger: {
    name: 'wrong code',
    of: 'wrong codes',
    by: 'account, from places that it does not know',
    burst: 20,
    every_s: 4_320,
    told: 'a wrong code',
  },
  code_known: {
    name: 'wrong code, known',
    of: 'wrong codes',
    by: 'account and place that it knows',
    burst: 20,
    every_s: 4_320,
    told: 'a wrong code',
  },
  reset_address: {
    name: 'reset',
    of: 'forgotten passwords, and links that are dead',
    by: 'address',
    burst: 25,
    every_s: 12,
    told: LATER,
  },
  reset_mail: {
    name: 'reset mail',
    of: 'mails with a link, asked for by whoever knows the address',
    by: 'e-mail address',
    burst: 5,
    every_s: 360,
    told: SILENT,
  },
  link_mail: {
    name: 'link mail',
    of: 'mails with a link, sent by staff',
    by: 'e-mail address',
    burst: 5,
    every_s: 360,
    sentence: LINKS,
    told: LATER,
  },
  link_company: {
    name: 'link mail, company',
    of: 'mails with a link, sent by staff',
    by: 'company that sends',
    burst: 50,
    every_s: 60,
    sentence: LINKS,
    told: LATER,
  },
  anonymous: {
    name: 'anonymous',
    of: 'calls without a login',
    by: 'address',
    burst: 300,
    every_s: 1,
    told: LATER,
  },
  anonymous_device: {
    name: 'anonymous, known',
    of: 'calls without a login',
    by: 'device',
    burst: 300,
    every_s: 1,
    told: LATER,
  },
} satisfies Record<string, Row>;

/** The rows of the table in LIMIT-1. */
export function renderLimits(table: Record<string, Row> = LIMITS): string[] {
  return Object.values(table).map(
    ({ of, by, burst, every_s, told }) =>
      `| ${of} | ${by} | ${inThousands(burst)} | ${inSeconds(every_s)} | ${told} |`,
  );
}

const inThousands = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');

function inSeconds(every_s: number): string {
  return every_s < 1 ? `1/${Math.round(1 / every_s)} s` : `${inThousands(every_s)} s`;
}
