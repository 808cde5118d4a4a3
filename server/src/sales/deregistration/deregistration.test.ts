import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { startMailbox } from '../../../../demo/src/mailbox/mailbox.ts';
import { latestEmail } from '../../../../demo/src/mailbox/read-mailbox.ts';
import { type Bidder, makeBidder } from '../../../test/bidders.ts';
import { makeAuction, makeCompany, makeStaff, shiftAuction } from '../../../test/factories.ts';
import { encodeForm } from '../../../test/forms.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';
import { closeEnded } from '../../auctions/lifecycle/close-ended.ts';

const PDF = { name: 'intyg.pdf', content: '%PDF-1.7 intyg' };
const DAY_S = 86_400;
const TODAY = stockholmDate(new Date());

describe('what became of the car', () => {
  let mailbox: Awaited<ReturnType<typeof startMailbox>>;
  let node: TestNode;
  let db: TestNode['context']['pool']['db'];
  let company: number;
  let manager: number;
  let winner: Bidder;
  let other: Bidder;

  before(async () => {
    mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
    node = await startTestNode({ smtpUrl: mailbox.smtpUrl });
    db = node.context.pool.db;
    company = await makeCompany(db, { name: 'Nordsäkring', follow_deregistration: true });
    manager = await makeStaff(db, company);
    winner = await makeBidder(node, company);
    other = await makeBidder(node, company);
  });
  after(async () => {
    await node?.stop();
    await mailbox?.stop();
  });

  /** An auction that ended a day ago, whose winner is `winner`. */
  const sell = async (values: object = {}) => {
    const id = await makeAuction(db, {
      company,
      creator: manager,
      damage_condition: 'DISASSEMBLY',
      ...values,
    });
    await other.bid(id, 500);
    await winner.bid(id, 900);
    await shiftAuction(db, id, -2 * DAY_S);
    await closeEnded(node.context);
    return id;
  };
  const notify = (id: number, by = manager) =>
    node.call(by, 'POST', `/api/auctions/${id}/notify-winner`);
  const sold = async (values: object = {}) => {
    const id = await sell(values);
    assert.equal((await notify(id)).status, 200);
    return id;
  };
  const read = async (user: number, id: number) =>
    (await node.call(user, 'GET', `/api/auctions/${id}`)).body;
  const send = async (user: number, id: number, fields: Parameters<typeof encodeForm>[0] = {}) => {
    const form = await encodeForm({ kind: 'certificate', date: TODAY, file: PDF, ...fields });
    return node.call(user, 'POST', `/api/auctions/${id}/deregistration`, form.body, form.headers);
  };
  const judge = (id: number, act: 'approve' | 'return' | 'waive', reason?: string) =>
    node.call(
      manager,
      'POST',
      `/api/auctions/${id}/deregistration/${act}`,
      act === 'approve' ? undefined : { reason },
    );
  const stateOf = async (id: number) => (await read(manager, id)).deregistration?.state;

  test('DISM-7 a notified winner has thirty days from the last free day of storage, and only it and the seller know', async () => {
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

  test('DISM-7, GEN-1 nothing is followed of what is for repair, or of a company that does not ask', async () => {
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

  test('DISM-7, AUC-8 another winner starts anew, and the earlier one sees nothing of it', async () => {
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

  test('DISM-7, PICK-5, PICK-8 a hand-over moves the last day, and undoing the purchase ends it', async () => {
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

  test('DISM-8 what is missing or wrong is said at its field', async () => {
    const id = await sold();
    const ended = stockholmDate(new Date((await read(manager, id)).end_dt));
    const wrongDate = { date: [`Ange ett datum mellan ${ended} och idag`] };
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

  test('DISM-8 a new certificate takes the place of one that was sent, which is kept', async () => {
    const id = await sold();
    await send(winner.user_id, id, { kind: 'receipt' });
    const sent = await send(winner.user_id, id, { file: { ...PDF, name: 'rätt.pdf' } });
    const { state, kind, date, file } = sent.body.deregistration;
    assert.deepEqual(
      [state, kind, date, file.name],
      ['submitted', 'certificate', TODAY, 'rätt.pdf'],
    );
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

  test('DISM-9, AUC-16 staff approve what deregisters the vehicle, once, and it is in the history', async () => {
    const id = await sold();
    const refused = async () => (await judge(id, 'approve')).body;
    assert.deepEqual(await refused(), { detail: 'Inget intyg har lämnats.' });
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

  test('DISM-9, MAIL-2 what is returned says what is missing, on the page and in an email, and is sent anew', async () => {
    const id = await sold({ number: 'NS-77' });
    assert.deepEqual((await judge(id, 'return', 'Sista sidan')).body, {
      detail: 'Inget intyg har lämnats.',
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

  test('DISM-9 what is waived with a reason stays so', async () => {
    const id = await sold();
    assert.deepEqual((await judge(id, 'waive', '')).body, {
      reason: ['Ange varför avregistrering inte krävs'],
    });
    for (const reason of ['Redan avregistrerat', 'En gång till']) {
      assert.equal((await judge(id, 'waive', reason)).body.deregistration.state, 'waived');
    }
    const said = { detail: 'Säljaren kräver ingen avregistrering av objektet.' };
    assert.deepEqual((await send(winner.user_id, id)).body, said);
    assert.deepEqual((await judge(id, 'approve')).body, said);
    const { waived_reason } = await db
      .selectFrom('deregistrations')
      .select('waived_reason')
      .where('auction_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(waived_reason, 'Redan avregistrerat');
  });

  test('DISM-9 who judges judges what was seen: of a certificate that came meanwhile nothing is said', async () => {
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

  test('DISM-9, GEN-4 of an approval and a return at once the first holds', async () => {
    const id = await sold();
    await send(winner.user_id, id);
    const answers = await Promise.all([
      judge(id, 'approve'),
      judge(id, 'return', 'Otydligt'),
      judge(id, 'approve'),
      judge(id, 'return', 'Oläsligt'),
    ]);
    const state = await stateOf(id);
    const held = answers.filter(({ status }) => status === 200).length;
    assert.equal(held, state === 'approved' ? 2 : 1);
    for (const { status, body } of answers.filter((one) => one.status !== 200)) {
      const detail =
        state === 'approved' ? 'Avregistreringen är redan godkänd.' : 'Inget intyg har lämnats.';
      assert.deepEqual([status, body], [400, { detail }]);
    }
  });

  test('GEN-6, DISM-9 «Att göra» has what was sent, and what was not sent in time', async () => {
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

  test('DISM-11, ROLE-15 a station’s page counts for its company’s admin what is overdue, and for nobody else', async () => {
    const admin = await makeStaff(db, company, 30);
    const rivals = await makeCompany(db, { follow_deregistration: true });
    const rival = await makeStaff(db, rivals, 30);
    const root = await makeStaff(db, null, 30);
    const buyer = await makeBidder(node, company);
    const dueOn = (due_date: string, auction: number) =>
      db
        .updateTable('deregistrations')
        .set({ due_date })
        .where('auction_id', '=', auction)
        .execute();
    const sellTo = async (due_date: string, values: object = {}, by = manager) => {
      const id = await makeAuction(db, {
        ...{ company, creator: by, damage_condition: 'DISASSEMBLY', is_global: true },
        ...values,
      });
      await buyer.bid(id, 900);
      await shiftAuction(db, id, -2 * DAY_S);
      await closeEnded(node.context);
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
});
