import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, may, ROLE } from './roles.ts';

const CALLERS: Record<string, Caller | null> = {
  nobody: null,
  station: { role: ROLE.serviceStation, is_superuser: false },
  yard: { role: ROLE.serviceStation, is_superuser: false, is_staging_area: true },
  manager: { role: ROLE.caseManager, is_superuser: false },
  admin: { role: ROLE.companyAdmin, is_superuser: false },
  superuser: { role: ROLE.companyAdmin, is_superuser: true },
  'superuser at a station': { role: ROLE.serviceStation, is_superuser: true },
};

const STAFF = ['manager', 'admin', 'superuser', 'superuser at a station'];
const USERS = ['station', 'yard', ...STAFF];
const STATIONS = ['station', 'yard', 'superuser at a station'];

/** Every permission check of the table with all who pass it, rule by rule. */
const TABLE: [string, keyof typeof may, string[]][] = [
  ['ROLE-3 the dashboard is for case managers and above', 'manageAuctions', STAFF],
  ['ROLE-4 the auctions are for any logged-in user', 'anyUser', USERS],
  ['ROLE-5 Mina and Vunna auktioner are for stations only', 'actAsStation', STATIONS],
  [
    'ROLE-6 the service stations are for company admins and superusers',
    'administer',
    ['admin', 'superuser', 'superuser at a station'],
  ],
  [
    'ROLE-7 a case manager has no settings',
    'openSettings',
    ['station', 'yard', 'admin', 'superuser', 'superuser at a station'],
  ],
  [
    'ROLE-5 Utlämningar is for staff and for a station that is a yard',
    'handOver',
    ['yard', ...STAFF],
  ],
  [
    'PICK-12 hours are set by company admins and by a station that is a yard',
    'setHours',
    ['yard', 'admin', 'superuser', 'superuser at a station'],
  ],
  ['ROLE-8 auctions are created by case managers and above', 'manageAuctions', STAFF],
  ['ROLE-10 the timeline is for case managers and above', 'manageAuctions', STAFF],
  ['ROLE-11 only stations bid, and a superuser is none', 'actAsStation', STATIONS],
  [
    'ROLE-12 the list of companies is for superusers and company admins',
    'administer',
    ['admin', 'superuser', 'superuser at a station'],
  ],
  [
    'ROLE-12 only superusers switch company',
    'switchCompany',
    ['superuser', 'superuser at a station'],
  ],
  ['SHELL-1 some calls are for anyone', 'anyone', ['nobody', ...USERS]],
];

test('ROLE-1 roles are the numbers 10, 20 and 30', () => {
  assert.deepEqual(Object.values(ROLE), [10, 20, 30]);
});

for (const [title, check, passing] of TABLE) {
  test(title, () => {
    for (const [name, caller] of Object.entries(CALLERS))
      assert.equal(may[check](caller), passing.includes(name), `${check}: ${name}`);
  });
}

test('ROLE-14 every permission check is in the table of rules', () => {
  const inTable = new Set(TABLE.map(([, check]) => check));
  assert.deepEqual(new Set(Object.keys(may)), inTable);
});
