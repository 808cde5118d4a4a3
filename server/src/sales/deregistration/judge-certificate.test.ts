import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { latestEmail } from '../../../../demo/src/mailbox/read-mailbox.ts';
import { openDeregistrations } from '../../../test/sales/deregistration-world.ts';

const TODAY = stockholmDate(new Date());

const { mailbox, node, db, manager, winner, sold, read, send, judge, stateOf } =
  await openDeregistrations();

test('DISM-9, AUC-16 staff approve a certificate once, and it is logged', async () => {
  const id = await sold();
  const refused = async () => (await judge(id, 'approve')).body;
  assert.deepEqual(await refused(), { detail: 'Inget intyg har skickats in.' });
  await send(winner.user_id, id, { kind: 'receipt' });
  assert.deepEqual(await refused(), {
    detail: 'Ett mottagningsbevis avregistrerar inte fordonet. Skrotningsintyget behövs.',
  });
  await send(winner.user_id, id, { kind: 'other' });
  for (let pressed = 0; pressed < 2; pressed++) {
    const { status, body } = await judge(id, 'approve');
    assert.deepEqual([status, body.deregistration.state], [200, 'approved']);
  }
  const again = await send(winner.user_id, id);
  assert.deepEqual(
    [again.status, again.body],
    [400, { detail: 'Avregistreringen är redan godkänd.' }],
  );
  for (const act of ['return', 'waive'] as const) {
    assert.deepEqual((await judge(id, act, 'Nej')).body, {
      detail: 'Avregistreringen är redan godkänd.',
    });
  }
  const { body } = await node.call(manager, 'GET', `/api/auctions/${id}/history`);
  const actions = body.map(({ action }: { action: string }) => action);
  assert.deepEqual(
    actions.filter((action: string) => /certificate|deregistration/.test(action)).sort(),
    ['approve deregistration', 'send certificate', 'send certificate'],
  );
});

test('DISM-9, MAIL-2 a returned certificate has a reason on the page and in an email, and can be sent again', async () => {
  const id = await sold({ number: 'NS-77' });
  assert.deepEqual((await judge(id, 'return', 'Sista sidan')).body, {
    detail: 'Inget intyg har skickats in.',
  });
  await send(winner.user_id, id);
  assert.deepEqual((await judge(id, 'return', ' ')).body, { reason: ['Ange vad som saknas'] });
  assert.equal((await judge(id, 'return', 'Sista sidan saknas.')).status, 200);
  const { deregistration } = await read(winner.user_id, id);
  assert.deepEqual(
    [deregistration.state, deregistration.returned_reason],
    ['returned', 'Sista sidan saknas.'],
  );
  const { email: address } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', winner.user_id)
    .executeTakeFirstOrThrow();
  const email = await latestEmail(
    mailbox.url,
    address,
    ({ subject }) => subject === 'Komplettera avregistreringen: Volvo V60, auktion NS-77',
  );
  assert.match(email.text ?? '', /Sista sidan saknas\./);
  const sent = await send(winner.user_id, id);
  assert.deepEqual(
    [sent.body.deregistration.state, sent.body.deregistration.returned_reason],
    ['submitted', null],
  );
});

test('DISM-9 a waiver with a reason is final', async () => {
  const id = await sold();
  assert.deepEqual((await judge(id, 'waive', '')).body, {
    reason: ['Ange varför avregistrering inte krävs'],
  });
  for (const reason of ['Redan avregistrerat', 'En gång till']) {
    assert.equal((await judge(id, 'waive', reason)).body.deregistration.state, 'waived');
  }
  const refusal = { detail: 'Säljaren kräver ingen avregistrering av objektet.' };
  assert.deepEqual((await send(winner.user_id, id)).body, refusal);
  assert.deepEqual((await judge(id, 'approve')).body, refusal);
  const { waived_reason } = await db
    .selectFrom('deregistrations')
    .select('waived_reason')
    .where('auction_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(waived_reason, 'Redan avregistrerat');
});

test('DISM-9 a decision applies to the certificate that was seen, not to one that arrived meanwhile', async () => {
  const id = await sold();
  const first = (await send(winner.user_id, id)).body.deregistration.certificate_id;
  const sent = await send(winner.user_id, id, { kind: 'receipt' });
  const second = sent.body.deregistration.certificate_id;
  const act = (path: string, body: object) =>
    node.call(manager, 'POST', `/api/auctions/${id}/deregistration/${path}`, body);
  for (const path of ['approve', 'return']) {
    const { status, body } = await act(path, { reason: 'Otydligt', certificate_id: first });
    assert.deepEqual(
      [status, body],
      [400, { detail: 'Ett nyare intyg har kommit in. Granska det först.' }],
    );
  }
  assert.equal(await stateOf(id), 'submitted');
  assert.deepEqual((await act('approve', { certificate_id: second })).body, {
    detail: 'Ett mottagningsbevis avregistrerar inte fordonet. Skrotningsintyget behövs.',
  });
  const third = (await send(winner.user_id, id)).body.deregistration.certificate_id;
  assert.equal((await act('approve', { certificate_id: third })).status, 200);
});

test('DISM-9, GEN-4 the first of a concurrent approval and return applies', async () => {
  const id = await sold();
  await send(winner.user_id, id);
  const answers = await Promise.all([
    judge(id, 'approve'),
    judge(id, 'return', 'Otydligt'),
    judge(id, 'approve'),
    judge(id, 'return', 'Oläsligt'),
  ]);
  const state = await stateOf(id);
  const succeeded = answers.filter(({ status }) => status === 200).length;
  // A repeated approval succeeds. A repeated return is refused.
  assert.equal(succeeded, state === 'approved' ? 2 : 1);
  for (const { status, body } of answers.filter((one) => one.status !== 200)) {
    const detail =
      state === 'approved' ? 'Avregistreringen är redan godkänd.' : 'Inget intyg har skickats in.';
    assert.deepEqual([status, body], [400, { detail }]);
  }
});

test('GEN-6, DISM-9 «Att göra» has submitted and overdue deregistrations', async () => {
  const id = await sold();
  const todo = async () => {
    const { body } = await node.call(manager, 'GET', '/api/todo');
    const found = body.find((one: { auction_id: number }) => one.auction_id === id);
    return found && [found.kind, found.due_at];
  };
  const dueOn = (due_date: string) =>
    db.updateTable('deregistrations').set({ due_date }).where('auction_id', '=', id).execute();
  assert.equal(await todo(), undefined);
  await send(winner.user_id, id);
  assert.deepEqual(await todo(), ['deregistration_submitted', null]);
  await dueOn(addDays(TODAY, -1));
  await judge(id, 'return', 'Sidan saknas');
  const [kind, due_at] = await todo();
  assert.deepEqual([kind, stockholmDate(new Date(due_at))], ['deregistration_overdue', TODAY]);
  await dueOn(TODAY);
  assert.equal(await todo(), undefined, 'the last day counts');
  await dueOn(addDays(TODAY, -1));
  const free_until = addDays(TODAY, -20);
  await db.updateTable('collections').set({ free_until }).where('auction_id', '=', id).execute();
  assert.equal((await todo())[0], 'pickup_passed');
  await send(winner.user_id, id);
  assert.equal((await todo())[0], 'deregistration_submitted');
  await judge(id, 'approve');
  assert.equal((await todo())[0], 'pickup_passed');
});
