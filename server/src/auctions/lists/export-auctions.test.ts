import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../../test/factories.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';

describe('the export of a list', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode();
  });
  after(() => node?.stop());

  test('LIST-10 each auction is a row, safe to open in a spreadsheet, and its columns are named', async () => {
    const { db } = node.context.pool;
    const company = await makeCompany(db);
    const manager = await makeStaff(db, company);
    const station = await makeStation(db, company);
    const call = (user: number, method: 'GET' | 'POST', path: string, body?: object) =>
      node.call(user, method, `/api/auctions/${path}`, body);
    const sold = await makeAuction(db, {
      ...{ company, creator: manager, number: 'K-1', start_bid: 800, reservation_price: 4_000 },
      ...{ manufacturer: '=1+1;"x"', model: 'V60', model_year: 2019, chassis_number: 'YV1' },
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
        'Vinnare meddelad;Skäl;Beslut',
    );
    const TIMES = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d;\d{4}-\d\d-\d\d \d\d:\d\d`;
    assert.match(
      first!,
      new RegExp(
        `^K-1;Avslutad;"'=1\\+1;""x""";V60;2019;ABC123;YV1;;Reparation;Örebro;${TIMES};` +
          '800;4000;1;5000;5000;Verkstad [0-9a-f]+;Ja;;Såld$',
      ),
    );
    assert.match(
      second!,
      new RegExp(`^K-2;Aktiv;Saab;V60;;ABC123;;;Reparation;Örebro;${TIMES};0;;0;;;;;;$`),
    );
    assert.deepEqual(rest, ['']);
    const saabs = await call(manager, 'GET', 'export?manufacturer=saab');
    assert.equal(String(saabs.body).trim().split('\r\n').length, 2);
    assert.equal((await call(station.user_id, 'GET', 'export')).status, 403);
  });
});
