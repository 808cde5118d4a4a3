import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { makeCategory, makeStaff, makeToken } from '../../test/factories.ts';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { canonical } from '../chain/canonical.ts';
import { appendProofEvents } from '../chain/proof-events.ts';
import { drawProof } from './draw-proof.ts';
import type { Proof } from './make-proof.ts';

const { node, db } = await openTestNode();
const folder = await mkdtemp(join(tmpdir(), 'restvarde-proof-'));
after(() => rm(folder, { recursive: true }));

const world = await makeSaleWorld(node);
const superuser = await makeStaff(db, null, 30);

const take = (user: number | null, auction: number, kind = 'json') =>
  node.call(user, 'GET', `/api/auctions/${auction}/proof.${kind}`);

async function proofOf(auction: number): Promise<Proof> {
  const { status, body } = await take(world.manager, auction);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Runs the verifier. Returns its exit code and output. */
async function verify(content: unknown, ...options: string[]) {
  const path = join(folder, 'proof.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  const args = [join(import.meta.dirname, 'verify-proof.mjs'), path, ...options];
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}`.trim() }),
    );
  });
}

async function writeKeys(): Promise<string> {
  const { statusCode, body } = await node.app.inject({
    url: '/.well-known/restvarde-proof-keys',
  });
  assert.equal(statusCode, 200);
  const path = join(folder, 'keys.json');
  await writeFile(path, body);
  return path;
}

test('PROOF-1 staff of the company take a proof of an ended auction, others do not', async () => {
  const auction = await world.end();
  const rival = await makeSaleWorld(node);
  assert.equal((await take(null, auction)).status, 401);
  assert.equal((await take(world.bo.user_id, auction)).status, 403);
  assert.equal((await take(rival.manager, auction)).status, 404);
  for (const kind of ['json', 'pdf']) {
    const { status, headers } = await take(world.manager, auction, kind);
    assert.equal(status, 200);
    assert.match(String(headers['content-disposition']), /^attachment/);
    assert.equal(headers['cache-control'], 'no-store');
  }
  const { rows } = await sql<{ details: object }>`
    select details from security_events where kind = 'export_taken' and actor_id = ${world.manager}`.execute(
    db,
  );
  assert.deepEqual(
    rows.map(({ details }) => details),
    [{ list: 'proof' }, { list: 'proof' }],
  );
});

test('PROOF-1 a running auction has no proof, one past its end is closed first, a deleted one is for superusers', async () => {
  const running = await world.makeOpen();
  const refused = { detail: 'Underlaget finns när auktionen är avslutad.' };
  assert.deepEqual((await take(world.manager, running)).body, refused);
  await sql`
    update auction_standings set end_dt = now_ms() - interval '1 second' where auction_id = ${running}`.execute(
    db,
  );
  assert.equal((await proofOf(running)).events.at(-1)?.type, 'ended');

  const deleted = await world.end();
  assert.equal((await node.call(world.manager, 'DELETE', `/api/auctions/${deleted}`)).status, 204);
  assert.equal((await take(world.manager, deleted)).status, 404);
  assert.equal((await take(superuser, deleted)).body.events.at(-1).type, 'deleted');
});

test('PROOF-2 the events are the whole sale in order, and a later proof appends to them', async () => {
  const auction = await world.end();
  assert.equal((await world.offer(auction, 2, { reason: 'Hämtar snabbt' })).status, 201);
  const first = await proofOf(auction);
  assert.deepEqual(
    first.events.map(({ type }) => type).filter((type) => type !== 'terms_accepted'),
    ['started', 'bid', 'bid', 'ended', 'offer_made'],
  );
  const offer = first.events.at(-1)!.data as { offer_id: number; amount: number };
  assert.equal(offer.amount, 58_000);
  assert.equal((await world.answer(world.bo, offer.offer_id, 'accept')).status, 200);
  const second = await proofOf(auction);
  assert.deepEqual(second.events.slice(0, first.events.length), first.events);
  assert.deepEqual(
    second.events.slice(first.events.length).map(({ type, data }) => [type, data.answer]),
    [
      ['offer_answered', 'accepted'],
      ['notified', undefined],
    ],
  );
  assert.deepEqual(
    second.events.map(({ seq }) => seq),
    second.events.map((_event, at) => at + 1),
  );
  assert.notEqual(first.head, second.head);
  assert.equal(first.ended_hash, second.ended_hash);
  const text = canonical(second.events);
  assert.doesNotMatch(text, /Hämtar snabbt/);
  assert.ok(Object.values(second.auction.texts).includes('Hämtar snabbt'));
});

test('PROOF-2, PROOF-3, AUTO-8 automatic bids are marked, and no proof has a maximum', async () => {
  const auction = await world.makeOpen({ allows_max_bids: true, start_bid: 10_000 });
  const max = { max_bid: 23_457, has_accepted_terms: true };
  const set = await node.call(world.ada.user_id, 'PUT', `/api/auctions/${auction}/max-bid`, max);
  assert.equal(set.status, 200, JSON.stringify(set.body));
  await world.bo.place(auction, 12_000);
  await sql`
    update auction_standings set end_dt = now_ms() - interval '1 second' where auction_id = ${auction}`.execute(
    db,
  );
  const proof = await proofOf(auction);
  const bids = proof.events.filter(({ type }) => type === 'bid');
  assert.deepEqual(
    bids.map(({ data }) => data.automatic),
    [false, false, true],
  );
  assert.doesNotMatch(JSON.stringify(proof), /23457/);
});

test('PROOF-2 concurrent exports append each event once', async () => {
  const auction = await world.sell();
  const proofs = await Promise.all(Array.from({ length: 6 }, () => proofOf(auction)));
  const heads = new Set(proofs.map(({ head }) => head));
  assert.equal(heads.size, 1);
});

test('PROOF-3 the chain names no person, and people are named beside it', async () => {
  const auction = await world.sell();
  const { events, people } = await proofOf(auction);
  const { rows } = await sql<{ first_name: string; last_name: string; email: string }>`
    select first_name, last_name, email from users where id in (${world.manager}, ${world.bo.user_id})`.execute(
    db,
  );
  const text = canonical(events);
  for (const { first_name, email } of rows) {
    assert.ok(!text.includes(email));
    if (first_name) assert.ok(!text.includes(first_name));
  }
  const notified = events.find(({ type }) => type === 'notified')!;
  assert.ok(people.users[String(notified.data.user_id)]);
  assert.ok(people.stations[String(notified.data.station_id)]);
  const all = JSON.stringify(await proofOf(auction));
  const { release_code } = (await world.see(world.manager, auction)).collection;
  assert.ok(!all.includes(release_code));
});

test('PROOF-5, PROOF-6 the verifier accepts a proof, its signature and its anchor', async () => {
  const proof = await proofOf(await world.sell());
  const keys = await writeKeys();
  const { length } = proof.events;
  assert.deepEqual(await verify(proof, '--keys', keys, '--anchor', proof.ended_hash), {
    code: 0,
    said: `OK ${length} händelser, huvud ${proof.head}`,
  });
  assert.deepEqual(await verify(proof), {
    code: 0,
    said: `OK ${length} händelser, huvud ${proof.head}\nSignaturen är inte prövad: ange --keys.`,
  });
  const served = await node.app.inject({ url: '/verify-proof.mjs' });
  assert.match(served.body, /^#!\/usr\/bin\/env node/);
});

test('PROOF-6 the verifier detects changed, missing, duplicated, moved and added parts', async () => {
  const proof = await proofOf(await world.sell());
  const keys = await writeKeys();
  const changed = (change: (one: Proof) => void) => {
    const copy = structuredClone(proof);
    change(copy);
    return verify(copy, '--keys', keys);
  };
  const bid = proof.events.findIndex(({ type }) => type === 'bid');
  const faults = [
    await changed(({ events }) => {
      events[bid]!.data.amount = 1;
    }),
    await changed(({ events }) => {
      events.splice(bid, 1);
    }),
    await changed(({ events }) => {
      events.splice(bid, 0, events[bid]!);
    }),
    await changed(({ events }) => {
      events.splice(bid, 2, events[bid + 1]!, events[bid]!);
    }),
    await changed(({ events }) => {
      Object.assign(events[bid]!, { extra: 1 });
    }),
    await changed((one) => {
      one.head = one.ended_hash;
    }),
    await changed((one) => {
      one.ended_hash = one.head;
    }),
    await changed(({ letters }) => {
      letters.push({ at: '', kind: 'winner', service_station_id: 1, company_id: null, name: '' });
    }),
    await changed((one) => {
      one.auction.number = 'X-1';
    }),
    await changed((one) => {
      one.key_id = 'another';
    }),
    await verify(proof, '--anchor', 'ab'.repeat(32)),
  ];
  assert.deepEqual(
    faults.map(({ said }) => said),
    [
      `FEL vid händelse ${bid + 1}: innehållet är ändrat`,
      `FEL vid händelse ${bid + 1}: ordningsnumret är ${bid + 2}`,
      `FEL vid händelse ${bid + 2}: ordningsnumret är ${bid + 1}`,
      `FEL vid händelse ${bid + 1}: ordningsnumret är ${bid + 2}`,
      `FEL vid händelse ${bid + 1}: ett fält saknas eller är för mycket`,
      'FEL: head är inte den sista händelsens hash',
      'FEL: ended_hash är inte slutets hash',
      'FEL: letters_hash stämmer inte med letters',
      'FEL: signaturen stämmer inte',
      'FEL: nyckeln är okänd',
      'FEL: kontrollsumman är en annan',
    ],
  );
  assert.ok(faults.every(({ code }) => code === 1));
  const none = [await verify('{'), await verify({ format: 'another' }), await verify(proof, '--x')];
  assert.ok(none.every(({ code, said }) => code === 2 && !said.includes('\n')));
});

test('PROOF-6 the verifier detects text that differs from the hashed values', async () => {
  const unsold = await proofOf(await world.end({}, []));
  const text = JSON.stringify(unsold, null, 1);
  assert.equal((await verify(text)).code, 0);
  assert.deepEqual(await verify(text.replace('"highest_bid": null', '"highest_bid": 1e999')), {
    code: 1,
    said: 'FEL: ett tal är för stort',
  });
  const twice = text.replace('"bid_count": 0', '"bid_count": 7, "bid_\\u0063ount": 0');
  assert.equal(JSON.parse(twice).events.at(-1).data.bid_count, 0);
  assert.deepEqual(await verify(twice), { code: 1, said: 'FEL: ett fält finns två gånger' });
  const deep = text.replace('"texts": {}', `"texts": ${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  const none = [await verify(deep), await verify(text.slice(0, -2)), await verify(`${text}{}`)];
  const path = join(folder, 'no-keys.json');
  await writeFile(path, 'null');
  none.push(await verify(text, '--keys', path));
  assert.deepEqual(
    none.map(({ code, said }) => [code, said.includes('\n')]),
    none.map(() => [2, false]),
  );
});

test('PROOF-2 automatic bids that are removed with the bid that caused them have an event', async () => {
  const auction = await world.makeOpen({ allows_max_bids: true, start_bid: 10_000 });
  const max = { max_bid: 20_000, has_accepted_terms: true };
  await node.call(world.ada.user_id, 'PUT', `/api/auctions/${auction}/max-bid`, max);
  await world.bo.place(auction, 12_000);
  const { status } = await node.call(world.manager, 'DELETE', `/api/auctions/${auction}/bids/2`);
  assert.equal(status, 204);
  await world.act(auction, 'cancel');
  const { events } = await proofOf(auction);
  const removed = events.filter(({ type }) => type === 'bid_removed');
  assert.deepEqual(
    removed.map(({ data }) => data),
    [2, 3].map((bid_id) => ({ bid_id, user_id: world.manager })),
  );
  const ended = events.find(({ type }) => type === 'ended');
  assert.equal(ended?.data.bid_count, 1);
});

test('PROOF-2, PROOF-3, FEED-2 an auction of a token is created before it starts, by the name of the token', async () => {
  const token = await makeToken(node.context, world.company, ['auctions:write'], 'Skadesystemet');
  const sent = {
    ...{ manufacturer: 'Volvo', model: 'V60', registration_number: 'ABC12A', start_bid: 1_000 },
    ...{ damage_condition: 'REPAIR', staging_area_name: 'Kumla', is_global: true },
    ...{ hidden_bids: false, hidden_reservation_price: false },
    category_ids: [await makeCategory(db)],
  };
  const { body } = await node.call(null, 'PUT', '/api/feed/auctions/SK-1', sent, {
    authorization: `Bearer ${token}`,
  });
  assert.equal((await world.act(body.id, 'cancel')).status, 200);
  const { auction, events, people } = await proofOf(body.id);
  assert.deepEqual([auction.external_id, 'feed_sent' in auction], ['SK-1', false]);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['created', 'started', 'ended'],
  );
  const { user_id } = events[0]!.data;
  assert.deepEqual(people.users[String(user_id)], {
    first_name: 'Skadesystemet (integration)',
    last_name: '',
  });
});

test('PROOF-2 each relisting names its own auction, also after that was deleted', async () => {
  const auction = await world.end({ categories: [await makeCategory(db)] });
  const relist = async () => (await world.act(auction, 'relist')).body.id as number;
  const first = await relist();
  assert.equal((await node.call(world.manager, 'DELETE', `/api/auctions/${first}`)).status, 204);
  const second = await relist();
  const { events } = await proofOf(auction);
  assert.deepEqual(
    events.filter(({ type }) => type === 'relisted').map(({ data }) => data.auction_id),
    [first, second],
  );
});

test('PROOF-2 an export that waits for the storage holds no connection and delays no other one', async () => {
  const auction = await world.end();
  await sql`
    insert into auction_images (auction_id, key, position) values (${auction}, ${'f'.repeat(32)}, 1)`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    select id from auction_images where auction_id = ${auction}`.execute(db);
  await sql`
    insert into audit_log (company_id, auction_id, action, after)
    values (${world.company}, ${auction}, 'add image', ${JSON.stringify({ image_id: rows[0]!.id })})`.execute(
    db,
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = appendProofEvents(node.context.pool, auction, () => promise);
  const fast = await appendProofEvents(node.context.pool, auction, async () => 'ab');
  assert.equal(fast.at(-1)?.data.sha256, 'ab');
  resolve('cd');
  // What is stored does not change.
  assert.deepEqual(await slow, fast);
});

test('PROOF-7 the email of the end to the company has the checksum of the end', async () => {
  await sql`update companies set ended_auction_email = 'slut@nord.example' where id = ${world.company}`.execute(
    db,
  );
  const auction = await world.end();
  const email = (await takeEmails(node)).findLast(({ to }) => to === 'slut@nord.example');
  const { ended_hash } = await proofOf(auction);
  assert.match(email!.text, new RegExp(`Kontrollsumma: ${ended_hash}`));
});

test('PROOF-8 the PDF of an auction with many bids is drawn between other work', async () => {
  const proof = await proofOf(await world.end());
  const bid = proof.events.find(({ type }) => type === 'bid')!;
  const many = { ...proof, events: Array.from({ length: 300 }, () => bid) };
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await drawProof(many, null);
  clearInterval(timer);
  assert.ok(turns > 20, `${turns} turns`);
});

async function readPdf(bytes: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(bytes) }).promise;
  const texts = await Promise.all(
    Array.from({ length: document.numPages }, async (_page, at) => {
      const { items } = await (await document.getPage(at + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join('');
    }),
  );
  return { document, text: texts.join(' ') };
}

test('PROOF-8 the PDF names fields as «Historik» does, and emails as the settings do', async () => {
  const proof = await proofOf(await world.end());
  const changed = { description_sha256: 'ab', staging_area: 7, staging_area_name: 'Kumla' };
  const { text } = await readPdf(
    await drawProof(
      {
        ...proof,
        events: [{ ...proof.events[0]!, type: 'changed', data: { before: {}, after: changed } }],
        letters: [
          {
            at: proof.made_at,
            kind: 'winner',
            service_station_id: null,
            company_id: null,
            name: 'Lindbil',
          },
        ],
      },
      null,
    ),
  );
  assert.match(text, /Ändrat: Beskrivning, Uppställningsplats(?!,)/);
  assert.match(text, /Du har vunnit, till Lindbil/);
  assert.doesNotMatch(text, /description|staging_area/);
});

test('PROOF-8 the PDF is Swedish, tagged and searchable, and has the timeline and the hashes', async () => {
  const auction = await world.sell({ hidden_bids: true });
  await sql`
    update auctions set description = ${'Lång text. '.repeat(900)}, mileage = 12480
    where id = ${auction}`.execute(db);
  const { head, ended_hash } = await proofOf(auction);
  const reply = await node.app.inject({
    url: `/api/auctions/${auction}/proof.pdf`,
    headers: { authorization: `Bearer ${(await node.logIn(world.manager)).access}` },
  });
  const { document, text } = await readPdf(reply.rawPayload);
  assert.ok(document.numPages > 1);
  const { info } = (await document.getMetadata()) as { info: { Language?: string } };
  assert.equal(info.Language, 'sv-SE');
  for (const part of ['Auktionen slutade: 2 bud', 'Vinnaren meddelades'])
    assert.ok(text.includes(part), part);
  assert.match(text, /12.480 mil/);
  for (const hash of [head, ended_hash]) assert.ok(text.replaceAll(' ', '').includes(hash));
});
