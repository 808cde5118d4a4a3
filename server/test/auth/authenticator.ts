import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { codeAt, stepOf } from '../../src/auth/second-factor/totp.ts';
import type { Database } from '../../src/db/pool.ts';
import type { TestNode } from '../test-node.ts';
import { PASSWORD } from './logins.ts';

/** An app's current code. */
export const codeNow = (secret: string) => codeAt(secret, stepOf(Date.now() / 1000));

/** A wrong code: not near this time. */
export function wrongCode(secret: string): string {
  const now = stepOf(Date.now() / 1000);
  const near = new Set([-3, -2, -1, 0, 1, 2, 3].map((away) => codeAt(secret, now + away)));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !near.has(code),
  )!;
}

/** Allows the app's current code to be used again. */
export const allowSameCode = (db: Database, user_id: number) =>
  sql`update second_factors set last_step = 0 where user_id = ${user_id}`.execute(db);

/** Adds an app by the product's calls, for a user whose password is `PASSWORD`. */
export async function addApp(
  node: TestNode,
  access: string,
): Promise<{ secret: string; recovery_codes: string[] }> {
  const call = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${access}` };
    const reply = await node.app.inject({ method: 'POST', url, payload, headers });
    assert.ok(reply.statusCode < 300, reply.body);
    return JSON.parse(reply.body);
  };
  const { enrolment, secret } = await call('/api/second-factor/enrolment', { password: PASSWORD });
  const { recovery_codes } = await call('/api/second-factor', {
    enrolment,
    app_code: codeNow(secret),
  });
  return { secret, recovery_codes };
}
