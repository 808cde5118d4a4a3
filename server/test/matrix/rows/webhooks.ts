import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type CompanyName, companyAt, isInCompany } from '../callers.ts';
import { asksForCompany, type Cell, type Row, row } from '../cells.ts';
import { NOTHING, type Objects } from '../objects.ts';
import { NEVER } from '../world.ts';

interface WebhookObject {
  name: string;
  company: CompanyName;
  is: 'there' | 'never';
}

const ADDRESS_OF = { Nord: 'https://nord.hemlig.example', Väst: 'https://väst.hemlig.example' };

/** Webhooks with a delivery. They do not run, so that no act of the matrix queues more. */
const WEBHOOK_OBJECTS: Objects<WebhookObject> = {
  all: [
    { name: 'own', company: 'Nord', is: 'there' },
    { name: 'other’s', company: 'Väst', is: 'there' },
    { name: 'never existed', company: 'Nord', is: 'never' },
  ],
  make: ({ db, companies }, { is, company }, count) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        if (is === 'never') return { id: NEVER, deliveryId: NEVER };
        const url = ADDRESS_OF[company as 'Nord' | 'Väst'];
        const { rows } = await sql<{ id: number; deliveryId: number }>`
          with hook as (
            insert into webhooks (company_id, url, events, sealed_secret, active)
            values (${companies[company]}, ${url}, array['auction.ended'], 'x', false) returning id
          ), sent as (
            insert into webhook_deliveries (webhook_id, type, body) select id, 'auction.ended', '{}' from hook
            returning id
          )
          select hook.id, sent.id as "deliveryId" from hook, sent`.execute(db);
        return rows[0]!;
      }),
    ),
};

const onOne = (call: string, status: number, rest: Partial<Row<WebhookObject>> = {}): Cell[] =>
  row({
    by: 'company admin',
    call,
    rules: 'FEED-9, ROLE-14',
    on: WEBHOOK_OBJECTS,
    sees: (caller, { is, company }) =>
      !isInCompany(caller) || (is === 'there' && companyAt(caller) === company),
    answers: (caller) => (isInCompany(caller) ? status : 400),
    look: asksForCompany,
    ...rest,
  });

export const WEBHOOK_ROWS: Cell[][] = [
  row({
    by: 'company admin',
    call: 'GET /api/webhooks',
    rules: 'FEED-9, ROLE-2',
    on: NOTHING,
    answers: (caller) => (isInCompany(caller) ? 200 : 400),
    look: (seen, caller) => {
      asksForCompany(seen);
      if (seen.status !== 200) return;
      for (const { url } of seen.body)
        assert.equal(url, ADDRESS_OF[companyAt(caller) as 'Nord' | 'Väst']);
    },
  }),
  row({
    by: 'company admin',
    call: 'POST /api/webhooks',
    rules: 'FEED-9, ROLE-2',
    on: NOTHING,
    // What is missing is refused before the company is asked for.
    answers: () => 400,
    send: () => ({ body: { events: ['auction.ended'] } }),
    look: ({ body }) => assert.deepEqual(body, { url: ['Adressen ska inledas med https://'] }),
  }),
  onOne('PATCH /api/webhooks/:id', 200, {
    send: () => ({ body: { events: ['auction.deleted'] } }),
  }),
  onOne('POST /api/webhooks/:id/test', 204),
  onOne('POST /api/webhooks/:id/rotate', 200),
  onOne('GET /api/webhooks/:id/deliveries', 200, {
    look: (seen) => {
      asksForCompany(seen);
      if (seen.status === 200) assert.equal(seen.body.length, 1);
    },
  }),
  onOne('POST /api/webhooks/:id/deliveries/:deliveryId/resend', 204),
  onOne('DELETE /api/webhooks/:id', 204),
];
