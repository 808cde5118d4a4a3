import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAMAGE_CONDITIONS } from '@restvarde/contract/auctions/damage-conditions';
import { startSignOn } from '@restvarde/contract/auth/login';
import { type Endpoint, type Schema, successStatus } from '@restvarde/contract/endpoint';
import { type Caller, ROLE } from '@restvarde/contract/roles';
import fc from 'fast-check';
import { sql } from 'kysely';
import { checkAnswer, ENDPOINTS } from '../../../test/answer-shape.ts';
import {
  bodiesOf,
  fieldsOf,
  HOSTILE_TEXT,
  queriesOf,
  type Sensible,
} from '../../../test/arbitrary-values.ts';
import {
  makeAuction,
  makeCategory,
  makeCompany,
  makePhotoLink,
  makeStaff,
  makeStagingArea,
  makeStation,
} from '../../../test/factories.ts';
import { localTime } from '../../../test/forms.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { watchStatementTexts } from '../../../test/traffic/statement-texts.ts';

/** The order of calls: reads, changes, ends, removals. Later calls need objects that earlier ones have left. */
const turnOf = ({ method, path }: Endpoint) =>
  method === 'GET' ? 0 : method === 'DELETE' ? 3 : path.endsWith('/cancel') ? 2 : 1;

const CALLS = ENDPOINTS
  // Without a provider it always answers that the provider is unavailable.
  .filter((endpoint) => endpoint !== (startSignOn as Endpoint))
  // Its body and its errors are those of RFC 6749 (FEED-11).
  .filter(({ oauthForm }) => oauthForm === undefined)
  .sort((one, another) => turnOf(one) - turnOf(another));

/** A fixed seed repeats the same calls. */
const SEED = 20_261_120;
/** Calls that the role may not make are refused before their parameters are read. */
const RUNS = { GET: 8, other: 14, refused: 2 };

/** `phone` has a link for pictures (FORM-17). */
const CALLERS = {
  nobody: null,
  phone: null,
  workshop: { role: ROLE.serviceStation, is_superuser: false },
  manager: { role: ROLE.caseManager, is_superuser: false },
  admin: { role: ROLE.companyAdmin, is_superuser: false },
  root: { role: ROLE.companyAdmin, is_superuser: true },
} as const satisfies Record<string, Caller | null>;
type Role = keyof typeof CALLERS;
const ROLES = Object.keys(CALLERS) as Role[];

/** The method of a zod schema that responses are checked with. */
interface Validator {
  safeParse(value: unknown): { success: boolean; error?: { message: string } };
}

const users = {} as Record<Exclude<Role, 'nobody' | 'phone'>, number>;
let ownCategory: number;
/** Ids of the caller's own objects, of another company's, and unknown ones. */
let ids: (string | number)[];

/** Breaks out of any SQL string or parenthesis; occurs in none of our statements. */
const INJECTED = '\'zq")/**/or(1=1)--';

const statements = watchStatementTexts([
  INJECTED,
  ...HOSTILE_TEXT.filter((one) => /[;{]|cmd|etc|xxx/.test(one)),
]);
const { node, db } = await openTestNode();

const [own, other] = [await makeCompany(db), await makeCompany(db)];
const station = await makeStation(db, own);
const ownStation = station.id;
Object.assign(users, {
  workshop: station.user_id,
  manager: await makeStaff(db, own),
  admin: await makeStaff(db, own, 30),
  root: await makeStaff(db, null, 30),
} satisfies typeof users);
const companyIds = [own, other];
await noteChanges();

/** Creates objects of both companies. */
async function makeObjects() {
  const found = new Set<number>();
  for (const company of companyIds) {
    const creator = await makeStaff(db, company, 30);
    const category = await makeCategory(db, company);
    if (company === companyIds[0]) ownCategory = category;
    found.add(creator).add(company).add(category);
    found.add((await makeStation(db, company)).id).add(await makeStagingArea(db, company));
    for (const is_global of [true, false]) {
      for (const starts of [-3_600, -200_000, 3_600]) {
        found.add(
          await makeAuction(db, { company, creator, is_global, starts, ends: starts + 86_400 }),
        );
      }
    }
  }
  ids = [...found, 1, 2, 999_999, 0, '1.5', 'abc', '%00', '9'.repeat(40), '%E0%A4%A', '٣'];
}

/** Realistic values, which a schema alone does not give. */
const sensible = (): Sensible => ({
  email: fc.uuid().map((name) => `${name}@ny.example`),
  ...Object.fromEntries(
    ['name', 'number', 'first_name', 'last_name', 'manufacturer', 'reason'].map((name) => [
      name,
      fc.uuid().map((unique) => unique.slice(0, 12)),
    ]),
  ),
  role: fc.constantFrom(20, 30),
  admin: fc.record({
    first_name: fc.constant('Ny'),
    last_name: fc.constant('Person'),
    email: fc.uuid().map((name) => `${name}@ny.example`),
  }),
  category_ids: fc.constantFrom([ownCategory], []),
  registration_number: fc.constant('ABC123'),
  staging_area: fc.constant(''),
  staging_area_name: fc.constant('Örebro'),
  model_year: fc.constantFrom('2020', ''),
  mileage: fc.constantFrom('12 000', ''),
  start_bid: fc.constantFrom('1000', ''),
  reservation_price: fc.constantFrom('5000', ''),
  start_dt: fc.constant(localTime(60)),
  end_dt: fc.constant(localTime(6_000)),
  is_global: fc.constant('0'),
  damage_condition: fc.constantFrom(...DAMAGE_CONDITIONS),
  hidden_bids: fc.constant('0'),
  hidden_reservation_price: fc.constant('0'),
  bid: fc.integer({ min: 1, max: 999_999_999 }),
  has_accepted_terms: fc.constant(true),
  postal: fc.constant('70210'),
  phone: fc.constant('019-10 10 10'),
  bid_increment_intervals: fc.constant([]),
  ended_auction_email: fc.constant(''),
  auction_summary_email: fc.constant(''),
  default_end_dt_increment_time: fc.constant('14:00'),
  default_end_dt_increment_days: fc.constant(7),
  auction_end_dt_incrementation: fc.constant(3),
});

/**
 * Records written rows by trigger, in the same transaction. Leaves out limits and security events, which refusals write
 * by design.
 */
async function noteChanges() {
  const ownerDb = node.owner;
  await sql`create table changes (name text)`.execute(ownerDb);
  await sql`grant insert on changes to public`.execute(ownerDb);
  await sql`create function note_change() returns trigger language plpgsql as
    'begin insert into changes values (tg_table_name); return null; end'`.execute(ownerDb);
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename not in ('changes', 'rate_limits', 'sessions', 'security_events')
    union all select 'pgboss.job'`.execute(ownerDb);
  for (const { name } of rows) {
    await sql`create trigger note_change after insert or update or delete on ${sql.raw(name)}
      for each row execute function note_change()`.execute(ownerDb);
  }
}

/** Returns and clears the names of the tables that were written to. */
async function takeChanges(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`delete from changes returning name`.execute(
    node.owner,
  );
  return rows.map(({ name }) => name);
}

/** Undoes what earlier calls may have done to the caller, and returns a new token. */
async function tokenOf(role: Role): Promise<string | null> {
  if (role === 'nobody') return null;
  if (role === 'phone') return (await makePhotoLink(db, users.manager)).token;
  const level = { workshop: 10, manager: 20, admin: 30, root: 30 }[role];
  await sql`update users set deactivated_at = null, role = ${level} where id = ${users[role]}`.execute(
    db,
  );
  await sql`update service_stations set removed_at = null where id = ${ownStation}`.execute(db);
  return (await node.logIn(users[role])).access;
}

const pathsOf = ({ path, query }: Endpoint) => {
  const slots = path.split('/').filter((part) => part.startsWith(':'));
  const values = fc.tuple(...slots.map(() => fc.constantFrom(...ids)));
  return fc.tuple(values, queriesOf(query)).map(([filled, search]) => {
    const full = slots.reduce(
      (url, slot, index) => url.replace(slot, String(filled[index])),
      path as string,
    );
    return search ? `${full}?${search}` : full;
  });
};

function formOf(body: unknown): FormData {
  const form = new FormData();
  if (body === null || typeof body !== 'object') return form;
  for (const [name, value] of Object.entries(body)) {
    const items = Array.isArray(value) ? value.slice(0, 20) : [value];
    for (const [index, item] of items.entries()) {
      const text = typeof item === 'object' ? JSON.stringify(item) : String(item);
      form.append(Array.isArray(value) ? `${name}[${index}]` : name, text ?? '');
    }
  }
  return form;
}

async function encode(endpoint: Endpoint, body: unknown, asForm: boolean, file: string | null) {
  if (!endpoint.body) return {};
  if (!endpoint.multipart || (endpoint.form && !asForm)) {
    const payload = JSON.stringify(body);
    return { headers: { 'content-type': 'application/json' }, payload: payload ?? 'null' };
  }
  const form = formOf(body);
  if (file !== null)
    form.append(endpoint.multipart.field, new Blob([file]), `${file.slice(0, 30)}.pdf`);
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** Returns the status. */
async function sendAndCheck(
  endpoint: Endpoint,
  token: string | null,
  url: string,
  sent: Sent,
): Promise<number> {
  const reply = await node.app.inject({
    method: endpoint.method,
    url,
    headers: { ...sent.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
  });
  const about = `${endpoint.method} ${url} ${String(sent.payload).slice(0, 300)}`;
  const status = reply.statusCode;
  const isEmpty = status === 204;
  const isFile = status < 400 && endpoint.download !== undefined;
  if (!isEmpty && !isFile) {
    assert.match(String(reply.headers['content-type']), /^application\/json/, about);
    checkAnswer({ status, body: reply.json() }, about);
  }
  const changes = await takeChanges();
  if (status >= 400) {
    assert.deepEqual(changes, [], `${about}: ${status}, and yet something was written`);
    return status;
  }
  assert.equal(status, successStatus(endpoint), about);
  // A proof closes an auction that is past its end, and stores the events (PROOF-1, PROOF-2).
  const mayWrite = endpoint.method !== 'GET' || endpoint.path.includes('/proof.');
  if (!mayWrite) assert.deepEqual(changes, [], about);
  if (!endpoint.reply) return status;
  const parsed = (endpoint.reply as unknown as Validator).safeParse(reply.json());
  assert.ok(parsed.success, `${about}: ${reply.body.slice(0, 300)} ${parsed.error?.message}`);
  return status;
}
type Sent = { headers?: Record<string, string>; payload?: string | Buffer };

/** Public calls do not depend on the role. A link’s token is for its calls only, and opens no other. */
const concerns = (endpoint: Endpoint, role: Role) =>
  Boolean(endpoint.isByPhotoLink) === (role === 'phone') &&
  (role === 'nobody' || !endpoint.may(null));

const mayCall = (endpoint: Endpoint, role: Role) => role === 'phone' || endpoint.may(CALLERS[role]);

/** By permission, or by the parser of bodies, which runs before. */
const REFUSED = [401, 403, 400, 413, 415];

function runsOf(endpoint: Endpoint, role: Role): number {
  if (!mayCall(endpoint, role)) return RUNS.refused;
  return endpoint.method === 'GET' ? RUNS.GET : RUNS.other;
}

for (const role of ROLES) {
  test(`API-2, API-3 every call that ${role} sends is answered, and refused ones change nothing`, async () => {
    await makeObjects();
    const usual = sensible();
    for (const endpoint of CALLS.filter((one) => concerns(one, role))) {
      const token = await tokenOf(role);
      await takeChanges();
      const body = endpoint.body
        ? bodiesOf(endpoint.form ?? endpoint.body, usual)
        : fc.constant(undefined);
      const json =
        endpoint.form && endpoint.body ? fc.oneof(body, bodiesOf(endpoint.body, usual)) : body;
      const file = fc.option(fc.constantFrom('%PDF-1.4', '\u00ff\u00d8\u00ff', ...HOSTILE_TEXT));
      await fc.assert(
        fc.asyncProperty(
          pathsOf(endpoint),
          json,
          fc.boolean(),
          file,
          async (url, value, asForm, attached) => {
            const sent = await encode(endpoint, value, asForm, attached);
            const status = await sendAndCheck(endpoint, token, url, sent);
            if (!mayCall(endpoint, role)) assert.ok(REFUSED.includes(status), `${url}: ${status}`);
          },
        ),
        { seed: SEED, numRuns: runsOf(endpoint, role) },
      );
    }
  });
}

/** Variants of the call, with this text in each of its parameters in turn. */
function injectionsOf({
  path,
  query,
  body,
  form,
  multipart,
}: Endpoint): { url: string; asForm?: boolean; body?: object }[] {
  const [id] = ids;
  const fill = (at: number) => {
    let slot = 0;
    return path.replaceAll(/:\w+/g, () =>
      slot++ === at ? encodeURIComponent(INJECTED) : String(id),
    );
  };
  const slots = path.match(/:\w+/g) ?? [];
  const usual: Sensible = { ...sensible(), category_ids: fc.constant([ownCategory]) };
  const bodies = (schema: Schema | undefined, asForm: boolean) => {
    const fields = fieldsOf(schema);
    const known = fields.filter((name) => usual[name]);
    const fine = Object.fromEntries(known.map((name) => [name, fc.sample(usual[name]!, 1)[0]]));
    return fields.map((name) => ({
      url: fill(-1),
      asForm,
      body: { ...fine, [name]: INJECTED },
    }));
  };
  return [
    ...slots.map((_, at) => ({ url: fill(at) })),
    ...fieldsOf(query).map((name) => ({
      url: `${fill(-1)}?${name}=${encodeURIComponent(INJECTED)}`,
    })),
    ...(multipart === undefined || form ? bodies(body, false) : []),
    ...(multipart === undefined ? [] : bodies(form ?? body, true)),
  ];
}

for (const role of ROLES) {
  test(`API-3 no parameter of a call that ${role} may make becomes part of a statement`, async () => {
    await makeObjects();
    for (const endpoint of CALLS.filter((one) => concerns(one, role) && mayCall(one, role))) {
      const token = await tokenOf(role);
      for (const { url, asForm = false, body = {} } of injectionsOf(endpoint)) {
        const sent = await encode(endpoint, body, asForm, null);
        const headers = { ...sent.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
        const { method } = endpoint;
        const { statusCode } = await node.app.inject({ method, url, ...sent, headers });
        assert.ok(statusCode < 500 && statusCode !== 415, `${method} ${url} ${statusCode}`);
      }
    }
    assert.deepEqual(statements.inText, []);
  });
}

test('API-3 parameters reach the database as values, and one in a statement would be noticed', async () => {
  assert.ok(statements.asValue > 100, `${statements.asValue}`);
  await node.context.pool.pg.query(`select $$${INJECTED}$$`);
  assert.equal(statements.inText.length, 1);
});
