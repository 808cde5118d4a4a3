import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type CompanyName, companyAt, inCompany, isInCompany } from '../callers.ts';
import { asksForCompany, type Cell, namesIn, row } from '../cells.ts';
import { freshName, NOTHING, type Objects } from '../objects.ts';
import { NEVER } from '../world.ts';

interface TokenObject {
  name: string;
  company: CompanyName;
  is: 'expired' | 'revoked' | 'never';
}

/** Expired tokens can be removed, and do not count towards the limit of valid ones. */
const TOKEN_OBJECTS: Objects<TokenObject> = {
  all: [
    { name: 'own', company: 'Nord', is: 'expired' },
    { name: 'own, revoked', company: 'Nord', is: 'revoked' },
    { name: 'other’s', company: 'Väst', is: 'expired' },
    { name: 'never existed', company: 'Nord', is: 'never' },
  ],
  make: ({ db, companies, users }, { is, company }, count) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        if (is === 'never') return { id: NEVER };
        const { rows } = await sql<{ id: number }>`
          with acting as (
            insert into users (email, role, company_id, is_integration, deactivated_at, anonymised_at)
            values ('x@integration.invalid', 20, ${companies[company]}, true, now_ms(), now_ms())
            returning id
          )
          insert into tokens (company_id, user_id, name, hash, prefix, scopes, created_by, expires_on, revoked_at)
          select ${companies[company]}, id, 'Gammal', sha256(gen_random_uuid()::text::bytea), gen_random_uuid()::text,
            array['auctions:read'], ${users.admin}, stockholm_today() - 1,
            case when ${is === 'revoked'} then now_ms() end
          from acting returning id`.execute(db);
        return rows[0]!;
      }),
    ),
};

const admins = { by: 'company admin' } as const;

export const TOKEN_ROWS: Cell[][] = [
  row({
    by: 'everybody',
    call: 'POST /api/oauth/token',
    rules: 'FEED-11',
    on: NOTHING,
    answers: () => 200,
    send: ({ tokens }) => ({
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: tokens.reader.slice(0, 11),
        client_secret: tokens.reader,
      }).toString() as unknown as object,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    look: ({ body }) => assert.equal(body.scope, 'auctions:read'),
  }),
  row({
    ...admins,
    call: 'GET /api/tokens',
    rules: 'FEED-1, ROLE-2',
    on: NOTHING,
    answers: (caller) => (isInCompany(caller) ? 200 : 400),
    look: (seen, caller) => {
      asksForCompany(seen);
      if (seen.status === 200)
        assert.equal(namesIn(seen.body).length > 2, companyAt(caller) === 'Nord');
    },
  }),
  row({
    ...admins,
    call: 'POST /api/tokens',
    rules: 'FEED-1, ROLE-2',
    on: NOTHING,
    answers: inCompany(201),
    send: () => ({ body: { name: freshName(), scopes: ['auctions:read'] } }),
    look: asksForCompany,
  }),
  row({
    ...admins,
    call: 'DELETE /api/tokens/:id',
    rules: 'FEED-1, ROLE-14',
    on: TOKEN_OBJECTS,
    sees: (caller, { is, company }) =>
      !isInCompany(caller) || (is === 'expired' && companyAt(caller) === company),
    answers: (caller) => (isInCompany(caller) ? 204 : 400),
    look: asksForCompany,
  }),
];
