import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { closeAll } from '../../../test/auctions/close-all.ts';
import { makeBidder } from '../../../test/bidders.ts';
import { makeAuction, makeCompany, makeStaff, shiftAuction } from '../../../test/factories.ts';
import { openDeregistrations } from '../../../test/sales/deregistration-world.ts';

const PDF = { name: 'intyg.pdf', content: '%PDF-1.7 intyg' };
const DAY_S = 86_400;
const TODAY = stockholmDate(new Date());

const {
  node,
  db,
  company,
  manager,
  winner,
  other,
  sell,
  notify,
  sold,
  read,
  send,
  judge,
  stateOf,
} = await openDeregistrations();

test('DISM-7 a notified winner has thirty days from the last free day of storage, visible to it and the seller only', async () => {
  const id = await sell();
  assert.equal((await read(manager, id)).deregistration, null);
  await notify(id);
  const expected = {
    due_date: addDays((await read(manager, id)).collection.free_until, 30),
    state: 'awaiting',
    certificate_id: null,
    kind: null,
    date: null,
    file: null,
    returned_reason: null,
  };
  for (const user of [manager, winner.user_id]) {
    assert.deepEqual((await read(user, id)).deregistration, expected);
  }
  const won = (await node.call(winner.user_id, 'GET', '/api/won-auctions')).body.results;
  assert.deepEqual(won.find((one: { id: number }) => one.id === id).deregistration, expected);
  assert.equal((await read(other.user_id, id)).deregistration, null);
});

test('DISM-7, GEN-1 repairable objects and companies that do not ask have no deregistration', async () => {
  const repaired = await sold({ damage_condition: 'REPAIR' });
  const elsewhere = await makeCompany(db);
  const staff = await makeStaff(db, elsewhere);
  const free = await sell({ company: elsewhere, creator: staff, is_global: true });
  await notify(free, staff);
  assert.equal((await read(manager, repaired)).deregistration, null);
  assert.equal((await read(staff, free)).deregistration, null);
  assert.equal((await send(winner.user_id, free)).status, 404);
  assert.deepEqual((await judge(repaired, 'approve')).body, {
    detail: 'Säljaren följer inte avregistreringen av objektet.',
  });
});

test('DISM-7, AUC-8 another winner starts over, and the former one sees nothing of it', async () => {
  const id = await sold();
  assert.equal((await send(winner.user_id, id)).status, 200);
  const chosen = await node.call(manager, 'POST', `/api/auctions/${id}/bids/1/select-winner`, {
    reason: 'Hämtar inte',
  });
  assert.equal(chosen.body.deregistration, null);
  await notify(id);
  assert.equal(await stateOf(id), 'awaiting');
  assert.equal((await read(winner.user_id, id)).deregistration, null);
  assert.equal((await send(winner.user_id, id)).status, 404);
  assert.equal((await send(other.user_id, id)).status, 200);
});

test('DISM-7, PICK-5, PICK-8 a handover moves the last day, and undoing the purchase ends the deregistration', async () => {
  const id = await sold();
  const act = (what: string, body: object) =>
    node.call(manager, 'POST', `/api/auctions/${id}/${what}`, body);
  const handed = await act('collection/hand-over', {
    reason: 'Telefonen var urladdad',
    collected_by: 'Bärgaren',
  });
  assert.equal(handed.status, 200, JSON.stringify(handed.body));
  assert.equal((await read(winner.user_id, id)).deregistration.due_date, addDays(TODAY, 30));

  const undone = await sold();
  const { status } = await node.call(manager, 'POST', `/api/auctions/${undone}/collection/undo`, {
    reason: 'Köparen ångrade sig',
    agreed: true,
  });
  assert.equal(status, 200);
  assert.equal((await read(manager, undone)).deregistration, null);
  assert.equal((await send(winner.user_id, undone)).status, 404);
});

test('DISM-8 missing and invalid values are reported at their field', async () => {
  const id = await sold();
  const ended = stockholmDate(new Date((await read(manager, id)).end_dt));
  const wrongDate = { date: [`Ange ett datum mellan ${ended} och i dag`] };
  const refused = async (fields: object) => {
    const { status, body } = await send(winner.user_id, id, fields as never);
    return [status, body];
  };
  assert.deepEqual(await refused({ kind: 'paper' }), [
    400,
    { kind: ['Du måste välja typ av intyg'] },
  ]);
  for (const date of [addDays(ended, -1), addDays(TODAY, 1), 'igår', '', undefined]) {
    assert.deepEqual(await refused({ date }), [400, wrongDate], String(date));
  }
  assert.deepEqual(await refused({ date: '', file: undefined }), [
    400,
    { ...wrongDate, file: ['Du måste bifoga intyget'] },
  ]);
  const doc = { name: 'intyg.docx', content: 'PK' };
  assert.deepEqual(await refused({ file: doc }), [
    415,
    { file: ['Filen kan inte tas emot. Välj pdf, jpg eller png.'] },
  ]);
  assert.equal((await refused({ file: { name: 'intyg.pdf', content: 'PK' } }))[0], 415);
  assert.equal(await stateOf(id), 'awaiting');
  for (const date of [ended, TODAY]) {
    assert.equal((await send(winner.user_id, id, { date })).status, 200, date);
  }
});

test('DISM-8 a new certificate replaces the previous one, which is kept', async () => {
  const id = await sold();
  await send(winner.user_id, id, { kind: 'receipt' });
  const sent = await send(winner.user_id, id, { file: { ...PDF, name: 'rätt.pdf' } });
  const { state, kind, date, file } = sent.body.deregistration;
  assert.deepEqual([state, kind, date, file.name], ['submitted', 'certificate', TODAY, 'rätt.pdf']);
  const kept = await db
    .selectFrom('certificates')
    .innerJoin('deregistrations as d', 'd.id', 'deregistration_id')
    .select(['kind', 'document_name', 'document_key'])
    .where('d.auction_id', '=', id)
    .orderBy('certificates.id')
    .execute();
  assert.deepEqual(
    kept.map(({ kind: of, document_name }) => [of, document_name]),
    [
      ['receipt', 'intyg.pdf'],
      ['certificate', 'rätt.pdf'],
    ],
  );
  await assert.rejects(node.owner.deleteFrom('certificates').execute(), /is refused/);
});

test('DISM-11, ROLE-15 a station’s page counts overdue deregistrations for its company’s admin only', async () => {
  const admin = await makeStaff(db, company, 30);
  const rivals = await makeCompany(db, { follow_deregistration: true });
  const rival = await makeStaff(db, rivals, 30);
  const root = await makeStaff(db, null, 30);
  const buyer = await makeBidder(node, company);
  const dueOn = (due_date: string, auction: number) =>
    db.updateTable('deregistrations').set({ due_date }).where('auction_id', '=', auction).execute();
  const sellTo = async (due_date: string, values: object = {}, by = manager) => {
    const id = await makeAuction(db, {
      ...{ company, creator: by, damage_condition: 'DISASSEMBLY', is_global: true },
      ...values,
    });
    await buyer.bid(id, 900);
    await shiftAuction(db, id, -2 * DAY_S);
    await closeAll(node);
    assert.equal((await notify(id, by)).status, 200);
    await dueOn(due_date, id);
    return id;
  };
  const late = await sellTo(addDays(TODAY, -1));
  const sent = await sellTo(addDays(TODAY, -9));
  await sellTo(TODAY);
  await sellTo(addDays(TODAY, -1), { company: rivals }, rival);
  const counted = async (user: number) =>
    (await node.call(user, 'GET', `/api/service-stations/${buyer.id}`)).body
      .deregistrations_overdue;
  assert.deepEqual(await Promise.all([admin, root, rival].map(counted)), [2, 2, null]);
  assert.equal((await send(buyer.user_id, sent)).status, 200);
  assert.equal(await counted(admin), 1);
  assert.equal((await judge(sent, 'return', 'Sidan saknas')).status, 200);
  assert.equal(await counted(admin), 2);
  await judge(late, 'waive', 'Redan avregistrerat');
  assert.equal(await counted(admin), 1);
});
