import assert from 'node:assert/strict';
import { inCompany, isAbout, isOwn } from '../callers.ts';
import { asksForCompany, type Cell, row } from '../cells.ts';
import { freshDomain, freshName, NOTHING, PROVIDERS } from '../objects.ts';

const NEW_PROVIDER = { client_id: 'x', client_secret: 'x' };

const admins = { by: 'company admin' } as const;

export const SIGN_ON_PROVIDER_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'GET /api/sign-on-providers',
    rules: 'AUTH-7, ROLE-2',
    on: PROVIDERS,
    answers: () => 200,
    look: ({ body }, caller, provider, world) => {
      const { id } = world.shared.get(provider)!;
      const isListed =
        provider.is === 'there' && isOwn(caller, provider) && isAbout(caller, provider.company);
      assert.equal(
        body.some((one: { id: number }) => one.id === id),
        isListed,
      );
    },
  }),
  row({
    call: 'POST /api/sign-on-providers',
    rules: 'AUTH-7, ROLE-2',
    by: 'superuser',
    on: NOTHING,
    answers: inCompany(201),
    send: () => ({
      body: {
        ...NEW_PROVIDER,
        issuer: `https://${freshDomain()}`,
        domains: [freshDomain()],
      },
    }),
    look: asksForCompany,
  }),
  row({
    ...admins,
    call: 'PATCH /api/sign-on-providers/:id',
    rules: 'AUTH-7, ROLE-14',
    on: PROVIDERS,
    sees: (caller, provider) => provider.is === 'there' && isOwn(caller, provider),
    answers: () => 200,
    send: () => ({ body: { client_id: freshName() } }),
  }),
  row({
    call: 'DELETE /api/sign-on-providers/:id',
    rules: 'AUTH-7',
    by: 'superuser',
    on: PROVIDERS,
    sees: (_caller, { is }) => is === 'there',
    answers: () => 204,
  }),
];
