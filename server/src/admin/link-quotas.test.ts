import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';
import { LIMITS } from '../http/limit-table.ts';

const { node, db } = await openTestNode({ limits: 'real' });

test('LIMIT-1 a person gets at most five links in half an hour, and a company sends at most fifty an hour', async () => {
  const other = await makeCompany(db);
  const admin = await makeStaff(db, other, 30);
  const station = await makeStation(db, other);
  const reset = () =>
    node.call(admin, 'POST', `/api/service-stations/${station.id}/user/reset-password`);
  const start = performance.now();
  const answers = [];
  for (let time = 1; time <= 6; time++) answers.push(await reset());
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 429],
  );
  assert.match(
    answers.at(-1)!.body.detail,
    /^Det har nyss skickats många mejl om lösenord\. Försök igen om \d+ (minuter|sekunder)\.$/,
  );
  assert.ok(Number(answers.at(-1)!.headers['retry-after']) > 300);
  const invite = (number: number) =>
    node.call(admin, 'POST', '/api/users', {
      first_name: 'Främmande',
      last_name: 'Person',
      email: `stranger${number}@elsewhere.example`,
      role: 20,
    });
  const invited = [];
  for (let number = 1; number <= 60; number++) invited.push((await invite(number)).status);
  const taken = invited.filter((status) => status === 201).length;
  // The quota refills meanwhile, more on a slower machine.
  const back = (performance.now() - start) / 1000 / LIMITS.link_company.every_s;
  assert.ok(taken >= 45 && taken <= 45 + Math.ceil(back), `${taken}`);
  assert.equal(invited.filter((status) => status === 429).length, 60 - taken);
  const { rows } = await sql`select from users where email like 'stranger%'`.execute(db);
  assert.equal(rows.length, taken);
});
