import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../../test/factories.ts';
import { startTestNode } from '../../../test/test-node.ts';
import { csvLine } from '../../http/csv.ts';

const node = await startTestNode();
after(() => node.stop());

test('LIST-10 each auction is one row, safe to open in a spreadsheet, with named columns', async () => {
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const manager = await makeStaff(db, company);
  const station = await makeStation(db, company);
  const call = (user: number, method: 'GET' | 'POST', path: string, payload?: object) =>
    node.call(user, method, `/api/auctions/${path}`, payload);
  const sold = await makeAuction(db, {
    ...{ company, creator: manager, number: 'K-1', start_bid: 800, reservation_price: 4_000 },
    ...{
      manufacturer: '=1+1;"x"',
      model: 'V60',
      model_year: 2019,
      mileage: 12_480,
      condition: { run_and_drive: 'no_start', primary_damage: 'hail' },
      chassis_number: 'YV1',
    },
  });
  await makeAuction(db, { company, creator: manager, number: 'K-2', manufacturer: 'Saab' });
  await call(station.user_id, 'POST', `${sold}/bids`, { bid: 5_000 });
  await call(manager, 'POST', `${sold}/cancel`);
  await call(manager, 'POST', `${sold}/bids/1/select-winner`, {});
  await call(manager, 'POST', `${sold}/notify-winner`);

  const query = 'export?ordering=-bid_highest';
  const { status, body, headers } = await call(manager, 'GET', query);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  const [headings, first, second, ...rest] = String(body).split('\r\n');
  assert.equal(
    headings,
    '\uFEFFObjektsnummer;Status;Fabrikat;Modell;Årsmodell;Reg.nr;Chassi.nr;Kategori;Säljes för;' +
      'Uppställningsplats;Start;Slut;Utropspris;Reservationspris;Antal bud;Högsta bud;Vinnande bud;Vinnare;' +
      'Vinnare meddelad;Skäl;Beslut;Utlämnad;Lagringsdygn;Lagringskostnad;Avregistrering;Mätarställning (mil);' +
      'Start och körning;Skada;Externt id;Skadenummer;Säljområde;Dolda bud;Dolt reservationspris;Beskrivning;' +
      'Om objektet inte säljs;Kontrollerat;Rullar;Nycklar;Krockkuddar;Drivmedel;Högvoltsbatteri;Ytterligare skada',
  );
  const TIMES = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d;\d{4}-\d\d-\d\d \d\d:\d\d`;
  assert.match(
    first!,
    new RegExp(
      `^K-1;Avslutad;"=""=1\\+1;""""x""""""";V60;2019;ABC123;YV1;;Reparation;Örebro;${TIMES};` +
        '800;4000;1;5000;5000;Verkstad [a-z]+;Ja;;Såld;;0;0;;12480;Startar inte;Hagel;;;Egna verkstäder;Nej;Nej;;Nej;;;;;;;$',
    ),
  );
  assert.match(
    second!,
    new RegExp(
      `^K-2;Aktiv;Saab;V60;;ABC123;;;Reparation;Örebro;${TIMES};0;;0;;;;;;;;;;;;;;;;Egna verkstäder;Nej;Nej;;Nej;;;;;;;$`,
    ),
  );
  assert.deepEqual(rest, ['']);
  const saabs = await call(manager, 'GET', 'export?manufacturer=saab');
  assert.equal(String(saabs.body).trim().split('\r\n').length, 2);
  assert.equal((await call(station.user_id, 'GET', 'export')).status, 403);
});

test('LIST-10, PICK-5, PICK-6, PICK-8, DISM-9 the result of a sale is in words', async () => {
  const { db } = node.context.pool;
  const company = await makeCompany(db, { follow_deregistration: true });
  const manager = await makeStaff(db, company);
  const station = await makeStation(db, company);
  const act = async (id: number, path: string, payload: object = {}) => {
    const { status } = await node.call(manager, 'POST', `/api/auctions/${id}/${path}`, payload);
    assert.equal(status, 200, path);
  };
  const sell = async (number: string) => {
    const id = await makeAuction(db, {
      ...{ company, creator: manager, number, damage_condition: 'DISASSEMBLY' },
    });
    await node.call(station.user_id, 'POST', `/api/auctions/${id}/bids`, { bid: 5_000 });
    await act(id, 'cancel');
    await act(id, 'bids/1/select-winner');
    await act(id, 'notify-winner');
    const free_until = addDays(stockholmDate(new Date()), -3);
    await db.updateTable('collections').set({ free_until }).where('auction_id', '=', id).execute();
    return id;
  };
  await sell('S-1');
  const gone = await sell('S-2');
  await act(gone, 'collection/hand-over', { collected_by: 'Kim Åkesson', reason: 'Känd' });
  await act(gone, 'deregistration/waive', { reason: 'Redan avregistrerat' });
  const undone = await sell('S-3');
  await act(undone, 'collection/undo', { reason: 'Hämtar inte' });
  const { body } = await node.call(manager, 'GET', '/api/auctions/export?number=S-');
  const last = Object.fromEntries(
    String(body)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, 3), line.split(';').slice(20, 25).join(';')]),
  );
  assert.deepEqual(last, {
    'S-1': 'Såld;;3;3000;Väntar på intyg',
    'S-2': `Såld;${stockholmDate(new Date())};3;3000;Krävs inte`,
    'S-3': 'Köpet är hävt;;3;3000;',
  });
});

test('LIST-10 formulas are escaped as text, and separators are quoted', () => {
  for (const written of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＠SUM(A1)'])
    assert.equal(csvLine([written]), `'${written}\r\n`);
  assert.equal(csvLine(['\n=1', 'a;b', '"', -5, null]), `"'\n=1";"a;b";"""";-5;\r\n`);
});
