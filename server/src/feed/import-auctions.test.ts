import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FORM_SENTENCE } from '@restvarde/contract/auctions/auction-form';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { SENTENCE } from '@restvarde/contract/errors';
import { IMPORT_MAX_ROWS, IMPORT_SENTENCE } from '@restvarde/contract/feed/import-auctions';
import { sql } from 'kysely';
import {
  makeCategory,
  makeCompany,
  makeStaff,
  makeStagingArea,
  makeToken,
} from '../../test/factories.ts';
import { encodeForm } from '../../test/forms.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const { company, manager, ada, makeOpen } = await makeSeller(node);
const cars = await makeCategory(db, null, 'Personbilar');
const vans = await makeCategory(db, company, 'Lätta lastbilar');
const place = await makeStagingArea(db, company, 'Bärgarna Örebro');

const day = (days: number) => addDays(stockholmDate(new Date()), days);

/** A row that is right, by heading. */
const ROW = {
  'Reg.nr': 'abc 12a',
  Kategori: 'personbilar',
  Fabrikat: 'Volvo',
  'Säljes för': 'Reparation',
  Säljområde: 'Egna verkstäder',
  'Dolda bud': 'Nej',
  'Dolt reservationspris': 'Ja',
  'Utropspris (kr)': '18\u00a0000,00 kr',
  Startdatum: day(1),
  Starttid: '8:00',
  Slutdatum: day(3),
  Sluttid: '14:30:00',
  Uppställningsplats: 'bärgarna örebro',
};

let files = 0;
/** A table of rows that differ from `ROW`, with other bytes each time. */
function table(rows: Record<string, string>[], separator = ';'): string {
  files++;
  const headings = [...new Set(rows.flatMap((row) => Object.keys({ ...ROW, ...row })))];
  const lines = rows.map((row) =>
    headings.map((heading) => ({ ...ROW, ...row })[heading as 'Reg.nr'] ?? ''),
  );
  const all = [[...headings, `Rad ${files}`], ...lines.map((line) => [...line, ''])];
  return all.map((line) => line.map(quote).join(separator)).join('\r\n');
}
const quote = (cell: string) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

async function send(content: string | Uint8Array, query = '', as = manager) {
  const { body, headers } = await encodeForm({ file: { name: 'objekt.csv', content } });
  return node.call(as, 'POST', `/api/auctions/import${query}`, body, headers);
}
const dry = (content: string | Uint8Array) => send(content, '?dry_run=1');
const countAuctions = async () =>
  Number(
    (
      await sql<{
        n: string;
      }>`select count(*) as n from auctions where company_id = ${company}`.execute(db)
    ).rows[0]!.n,
  );
const readOne = async (number: string) => {
  const { id } = await db
    .selectFrom('auctions')
    .select('id')
    .where('company_id', '=', company)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return (await node.call(manager, 'GET', `/api/auctions/${id}`)).body;
};

test('FEED-7 a file creates an auction for each row, with numbers in order', async () => {
  const content = table([{}, { Fabrikat: 'Saab', 'Externt id': 'SK-1', Skadenummer: 'S 77' }]);
  const before = await countAuctions();
  const tried = await dry(content);
  assert.equal(tried.status, 200);
  assert.equal(tried.body.created, 0);
  assert.deepEqual(
    tried.body.rows,
    [2, 3].map((line) => ({ line, number: null, errors: {} })),
  );
  assert.equal(await countAuctions(), before);
  const { status, body } = await send(content);
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual([body.created, body.unknown_columns], [2, [`Rad ${files}`]]);
  const [first, second] = await Promise.all(
    body.rows.map(({ number }: { number: string }) => readOne(number)),
  );
  assert.ok(first.id < second.id && first.number < second.number);
  const { registration_number, start_bid, is_global, hidden_bids, damage_condition } = first;
  assert.deepEqual(
    { registration_number, start_bid, is_global, hidden_bids, damage_condition },
    {
      ...{ registration_number: 'ABC12A', start_bid: 18_000, is_global: false },
      ...{ hidden_bids: false, damage_condition: 'REPAIR' },
    },
  );
  assert.equal(first.hidden_reservation_price, true);
  assert.deepEqual(
    first.categories.map(({ id }: { id: number }) => id),
    [cars],
  );
  assert.deepEqual([first.staging_area, first.staging_area_name], [place, 'Bärgarna Örebro']);
  assert.ok(first.created_by.email.includes('@'));
  assert.deepEqual(
    [second.manufacturer, second.external_id, second.claim_number],
    ['Saab', 'SK-1', 'S 77'],
  );
  const audits = await db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('auction_id', 'in', [first.id, second.id])
    .execute();
  assert.deepEqual(
    audits,
    [first, second].map(() => ({ action: 'create', user_id: manager })),
  );
});

test('FEED-7 an error in any row refuses the file, with the errors of POST by row', async () => {
  const before = await countAuctions();
  const content = `${table([
    {},
    { Fabrikat: '', Kategori: 'Båtar', 'Utropspris (kr)': '12,50', Starttid: '' },
    { Kategori: '', Slutdatum: '', Sluttid: '', 'Dolda bud': 'kanske' },
    { Startdatum: day(-3) },
    { Kategori: 'lätta lastbilar', Säljområde: 'Alla verkstäder' },
  ])}\r\n\r\n;;\r\nför;få`;
  for (const answer of [await send(content), await dry(content)]) {
    const { body } = answer;
    assert.equal(body.created, 0);
    assert.deepEqual(
      body.rows.map(({ line, errors }: { line: number; errors: object }) => [line, errors]),
      [
        [2, {}],
        [
          3,
          {
            manufacturer: [FORM_SENTENCE.manufacturer],
            category_names: [FORM_SENTENCE.category],
            start_bid: ['Ange beloppet i hela kronor'],
            start_dt: [FORM_SENTENCE.startTime],
          },
        ],
        [
          4,
          {
            category_names: [FORM_SENTENCE.category],
            end_dt: [FORM_SENTENCE.endDate],
            hidden_bids: [FORM_SENTENCE.hiddenBids],
          },
        ],
        [5, { start_dt: [FORM_SENTENCE.startInPast] }],
        [6, { category_names: [FORM_SENTENCE.globalCategory] }],
        [9, { row: [IMPORT_SENTENCE.length] }],
      ],
    );
  }
  const refused = await send(content);
  assert.deepEqual([refused.status, refused.body.detail], [400, IMPORT_SENTENCE.faults]);
  assert.equal(await countAuctions(), before);
});

test('FEED-7 a missing column gets no default', async () => {
  const { body } = await dry('Fabrikat\nVolvo');
  assert.deepEqual(body.rows[0].errors, {
    category_names: [FORM_SENTENCE.category],
    registration_number: [FORM_SENTENCE.vehicleNumber],
    chassis_number: [FORM_SENTENCE.vehicleNumber],
    damage_condition: [FORM_SENTENCE.damageCondition],
    staging_area: [FORM_SENTENCE.stagingArea],
    is_global: [FORM_SENTENCE.isGlobal],
    hidden_bids: [FORM_SENTENCE.hiddenBids],
    hidden_reservation_price: [FORM_SENTENCE.hiddenReserve],
    start_dt: [FORM_SENTENCE.startDate],
    end_dt: [FORM_SENTENCE.endDate],
  });
});

test('FEED-7 files are read in three encodings and with three separators', async () => {
  const rows = [{ Fabrikat: 'Škoda Ö'.replace('Š', 'S') }];
  for (const separator of [';', ',', '\t']) {
    const { body } = await dry(table(rows, separator));
    assert.deepEqual(body.rows, [{ line: 2, number: null, errors: {} }], JSON.stringify(separator));
  }
  const content = table(rows);
  for (const bytes of [Buffer.from(`\uFEFF${content}`), Buffer.from(content, 'latin1')]) {
    const { status, body } = await send(bytes);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await readOne(body.rows[0].number)).manufacturer, 'Skoda Ö');
  }
});

test('FEED-7 headings are names of fields, labels and headings of the export', async () => {
  const { body } = await dry(
    [
      'REGISTRATION_NUMBER,chassi.nr,category_names,manufacturer,damage_condition,IS_GLOBAL,hidden_bids,hidden_reservation_price,Start,slut,staging_area,Mätarställning (mil),reservation_price,färg,,färg',
      `ABC123,,Personbilar|Lätta lastbilar,Volvo,disassembly,0,1,nej,${day(1)} 08:00,${day(2)}T9:30,${place},"12 345",20000 kr,röd,,`,
    ].join('\n'),
  );
  assert.deepEqual(body, {
    created: 0,
    rows: [{ line: 2, number: null, errors: {} }],
    unknown_columns: ['färg'],
  });
  const template = await node.call(manager, 'GET', '/api/auctions/import/template');
  const headings = String(template.body)
    .replace(/^\uFEFF/, '')
    .trim();
  assert.deepEqual(
    (await dry(`${headings}\nx${';'.repeat(headings.split(';').length - 1)}`)).body.unknown_columns,
    [],
  );
  const both = await dry('category_ids;Kategori\n999999;Personbilar');
  assert.deepEqual(both.body.rows[0].errors.category_names, undefined);
});

test('FEED-7 an invalid file is refused', async () => {
  const refused = async (content: string | Uint8Array) => {
    const { status, body } = await dry(content);
    return [status, body];
  };
  const detail = (sentence: string) => [400, { detail: sentence }];
  const noCsv = [415, { file: [IMPORT_SENTENCE.noCsv] }];
  for (const content of [
    'Fabrikat\nVol\0vo',
    Buffer.from('\uFEFFFabrikat\nVolvo', 'utf16le'),
    'Fabrikat\n"Volvo',
    `Fabrikat${';'.repeat(1_000_000)}\nVolvo`,
  ]) {
    assert.deepEqual(await refused(content), noCsv);
  }
  const many = `Fabrikat\n${'Volvo\n'.repeat(IMPORT_MAX_ROWS + 1)}`;
  assert.deepEqual(await refused(many), detail(IMPORT_SENTENCE.tooManyRows));
  assert.deepEqual(await refused('färg\nröd'), detail(IMPORT_SENTENCE.noColumn));
  assert.deepEqual(await refused(''), detail(IMPORT_SENTENCE.noColumn));
  assert.deepEqual(await refused('Fabrikat;Modell\n;\n\n'), detail(IMPORT_SENTENCE.noRow));
  assert.deepEqual(
    await refused('Fabrikat;MANUFACTURER\na;b'),
    detail('Kolumnen MANUFACTURER finns två gånger.'),
  );
  assert.equal((await dry(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'))).status, 413);
  const form = await encodeForm({ file: 'text' });
  const noFile = await node.call(manager, 'POST', '/api/auctions/import', form.body, form.headers);
  assert.deepEqual([noFile.status, noFile.body], [400, { file: [IMPORT_SENTENCE.noFile] }]);
  const wrong = await send('Fabrikat\nVolvo', '?dry_run=ja');
  assert.deepEqual(
    [wrong.status, wrong.body],
    [400, { dry_run: ['Ogiltigt värde. Tillåtna värden: 0, 1.'] }],
  );
});

test('FEED-7 the same bytes are imported once within 48 hours, also at the same time', async () => {
  const content = table([{}]);
  const answers = await Promise.all([send(content), send(content), send(content)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400]);
  const { body } = answers.find(({ status }) => status === 400)!;
  assert.match(body.detail, /^Filen är redan inläst \d{4}-\d\d-\d\d \d\d:\d\d\.$/);
  assert.equal((await dry(content)).status, 200);
  const other = await makeCompany(db);
  const others = await send(content, '', await makeStaff(db, other));
  assert.equal(others.status, 201, 'another company may import them');
  await sql`update imports set saved_at = saved_at - interval '48 hours 1 second' where company_id = ${company}`.execute(
    db,
  );
  assert.equal((await send(content)).status, 201);
  const faulty = table([{ Fabrikat: '' }]);
  for (const _ of [1, 2])
    assert.equal(
      (await send(faulty)).body.detail,
      IMPORT_SENTENCE.faults,
      'a refused file is free',
    );
});

test('FEED-7 an external id that exists or is repeated is refused', async () => {
  const id = { 'Externt id': 'SK-DUBBEL' };
  const errors = async (rows: object[]) =>
    (await dry(table(rows as Record<string, string>[]))).body.rows.map(
      (row: { errors: object }) => row.errors,
    );
  const exists = { external_id: [IMPORT_SENTENCE.exists] };
  assert.deepEqual(await errors([id, { 'Externt id': 'sk-dubbel' }, id]), [exists, {}, exists]);
  assert.equal((await send(table([id]))).status, 201);
  assert.deepEqual(await errors([id]), [exists]);
  assert.deepEqual(await errors([{ 'Externt id': 'a b' }]), [{ external_id: [SENTENCE.wrong] }]);
  const both = [
    table([{ 'Externt id': 'SK-SAMTIDIGT' }]),
    table([{ 'Externt id': 'SK-SAMTIDIGT' }]),
  ];
  const answers = await Promise.all(both.map((content) => send(content)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
});

test('FEED-3, FEED-7 a row counts as sent by the claims system', async () => {
  assert.equal((await send(table([{ 'Externt id': 'SK-SAMMA', Modell: 'V60' }]))).status, 201);
  const token = await makeToken(node.context, company, ['auctions:write'], 'Skadesystemet');
  const put = (body: object) =>
    node.call(null, 'PUT', '/api/feed/auctions/SK-SAMMA?validate_only=1', body, {
      authorization: `Bearer ${token}`,
    });
  const same = {
    manufacturer: 'Volvo',
    model: 'V60',
    start_bid: 18_000,
    category_names: ['PERSONBILAR'],
  };
  assert.deepEqual((await put(same)).body, { action: 'none' });
  assert.deepEqual((await put({ ...same, model: 'V70' })).body, { action: 'change' });
});

test('FEED-8 a cell that looks like a formula is stored unchanged, as text', async () => {
  const formulas = ['=1+1', '+46', '-5', '@summa', '=HYPERLINK("http://x";"y")'];
  const { status, body } = await send(table(formulas.map((Modell) => ({ Modell }))));
  assert.equal(status, 201, JSON.stringify(body));
  for (const [n, { number }] of body.rows.entries())
    assert.equal((await readOne(number)).model, formulas[n]);
  const escaped = await send(table([{ Modell: '="9-3"' }, { Modell: "'=1+1" }]));
  const models = await Promise.all(
    escaped.body.rows.map(async ({ number }: { number: string }) => (await readOne(number)).model),
  );
  assert.deepEqual(models, ['9-3', '=1+1'], 'texts as exports write them (LIST-10)');
});

test('FEED-7 a long blank line and a long time are read in linear time', async () => {
  const began = performance.now();
  const blank = await dry(' '.repeat(2 * 1024 * 1024 - 1));
  assert.deepEqual(blank.body, { detail: IMPORT_SENTENCE.noColumn });
  const start = `"${day(1)} ${'T'.repeat(64_000)}\nx"`;
  const long = await dry(`Fabrikat;Start\n${`Volvo;${start}\n`.repeat(20)}`);
  assert.equal(long.body.rows.length, 20);
  assert.ok(performance.now() - began < 60_000);
  const later = await dry('  \n\t\r\n\tFabrikat\n\tVolvo');
  assert.deepEqual([later.body.rows.length, later.body.unknown_columns], [1, []]);
});

test('FEED-7 importing 500 rows does not block other calls', async () => {
  const auction = await makeOpen();
  const content = table(
    Array.from({ length: IMPORT_MAX_ROWS }, (_, n) => ({
      ...{ 'Externt id': `M-${n}`, Beskrivning: 'x'.repeat(2_000) },
    })),
  );
  const importing = send(content);
  let isDone = false;
  void importing.finally(() => {
    isDone = true;
  });
  // Processor time, which does not depend on other load.
  let last = process.cpuUsage();
  let longest = 0;
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.cpuUsage();
  }, 5);
  for (let amount = 1_000; !isDone; amount += 1_000) {
    await ada.place(auction, amount);
    await sleep(20);
  }
  clearInterval(look);
  const { status, body } = await importing;
  assert.equal(status, 201, JSON.stringify(body).slice(0, 500));
  assert.equal(body.created, IMPORT_MAX_ROWS);
  // The test shares the process and encodes the form in it.
  assert.ok(longest < 500, `nothing else ran for ${longest} ms`);
});

test('FEED-7 a superuser names the company', async () => {
  const root = await makeStaff(db, null, 30);
  const content = table([{}]);
  assert.deepEqual((await send(content, '', root)).body, { company: [SENTENCE.chooseCompany] });
  assert.equal((await send(content, `?company=${company}`, root)).status, 201);
  assert.ok(vans > 0);
});

test('FEED-7 an export is an import, of every field that an import has', async () => {
  const condition = {
    ...{ run_and_drive: 'starts', run_checked_on: '2026-01-15', rolls: true, keys: 2 },
    ...{ airbags: 'partly', fuel: 'plugin', hv_battery: 'damaged' },
    ...{ primary_damage: 'fire_engine', secondary_damage: 'glass' },
  };
  const listed = await makeCategory(db, company, 'Traktor, grävare');
  const sent = {
    ...{ registration_number: 'EXP001', manufacturer: 'Saab', model: '9-3', model_year: 2009 },
    ...{ mileage: 12_480, claim_number: 'S 9', damage_condition: 'REPAIR', is_global: false },
    ...{ category_ids: [cars, vans, listed], description: 'Två\nrader; "så".', condition },
    ...{ staging_area_name: 'Kumla', start_bid: 5_000, reservation_price: 9_000 },
    ...{ hidden_bids: true, hidden_reservation_price: false, relist_dismantling: true },
    ...{ start_dt: `${day(1)}T08:00`, end_dt: `${day(3)}T14:00` },
  };
  const first = (await node.call(manager, 'PUT', '/api/feed/auctions/EXPORT-1', sent)).body;
  const { body } = await node.call(
    manager,
    'GET',
    '/api/auctions/export?registration_number=EXP001',
  );
  const { status, body: result } = await send(String(body).replace('EXPORT-1', 'EXPORT-2'));
  assert.equal(status, 201, JSON.stringify(result));
  const second = (await node.call(manager, 'GET', '/api/feed/auctions/EXPORT-2')).body;
  const fieldsOf = (auction: Record<string, unknown>) => {
    const { category_ids: _ids, ...fields } = sent;
    const { categories } = auction as { categories: { id: number }[] };
    const names = Object.keys(fields);
    return { ...Object.fromEntries(names.map((name) => [name, auction[name]])), categories };
  };
  assert.deepEqual(fieldsOf(second), fieldsOf(first));
  assert.deepEqual(second.condition, { ...condition, panels: [] });
});
