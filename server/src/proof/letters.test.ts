import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../test/eventually.ts';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { startSmtpDouble } from '../../test/smtp-double.ts';
import { openTestNode } from '../../test/test-node.ts';
import { canonical, sha256 } from '../chain/canonical.ts';

const mail = await startSmtpDouble(() => 'taken');
const { node } = await openTestNode({ smtpUrl: mail.url });
after(() => mail.stop());

test('PROOF-2 a proof lists the emails that the mail server accepted, by recipient', async () => {
  const world = await makeSaleWorld(node);
  const auction = await world.sell();
  const { rows } = await sql<{ name: string }>`
    select st.name from service_stations st join users u on u.service_station_id = st.id
    where u.id = ${world.bo.user_id}`.execute(node.context.pool.db);
  await eventually(async () => {
    const { body } = await node.call(world.manager, 'GET', `/api/auctions/${auction}/proof.json`);
    const { letters, letters_hash } = body;
    const winner = letters.find(({ kind }: { kind: string }) => kind === 'winner');
    assert.equal(winner?.name, rows[0]!.name);
    assert.deepEqual(Object.keys(winner).sort(), [
      'at',
      'company_id',
      'kind',
      'name',
      'service_station_id',
    ]);
    assert.equal(winner.company_id, null);
    assert.equal(letters_hash, sha256(canonical(letters)));
  });
});
