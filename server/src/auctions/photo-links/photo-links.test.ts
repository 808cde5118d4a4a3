import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BYTES_TYPE } from '@restvarde/contract/endpoint';
import { sql } from 'kysely';
import { untilLimited } from '../../../test/eventually.ts';
import {
  makeCategory,
  makeCompany,
  makeStaff,
  makeStagingArea,
  makeStation,
} from '../../../test/factories.ts';
import { encodeForm, makePicture, newAuction } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { startTestNode } from '../../../test/test-node.ts';
import { applyRetention } from '../../users/retention.ts';

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

const { company, manager } = await makeSeller(node);
const colleague = await makeStaff(db, company);
const category = await makeCategory(db);
const place = await makeStagingArea(db, company);
const jpeg = await makePicture({ width: 320, height: 240 });

interface Link {
  id: string;
  token: string;
  expires_at: string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const makeLink = async (room = 40, user = manager): Promise<Link> => {
  const { status, body } = await node.call(user, 'POST', '/api/photo-links', { room });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};
const see = (link: Link, user = manager) => node.call(user, 'GET', `/api/photo-links/${link.id}`);
const close = (link: Link, user = manager) =>
  node.call(user, 'DELETE', `/api/photo-links/${link.id}`);
const look = (token: string) => node.call(null, 'GET', '/api/phone-photos', null, bearer(token));
const start = (token: string, file: { name?: string; size: number; view?: string }) =>
  node.call(null, 'POST', '/api/phone-photos', { name: 'a.jpg', ...file }, bearer(token));
const send = (token: string, id: string, bytes: Buffer, offset = 0) =>
  node.call(null, 'PATCH', `/api/phone-photos/${id}?offset=${offset}`, bytes, {
    'content-type': BYTES_TYPE,
    ...bearer(token),
  });

/** Sends a picture by a link; returns the id of its upload. */
async function photograph({ token }: Link, view?: string): Promise<string> {
  const started = await start(token, { size: jpeg.length, ...(view ? { view } : {}) });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const { id } = started.body;
  assert.equal((await send(token, id, jpeg)).body.is_complete, true);
  return id;
}

const isDead = async ({ token }: Link, code: string) => {
  const { status, body } = await look(token);
  assert.deepEqual([status, body.code], [400, code]);
  assert.equal((await start(token, { size: 10 })).status, 400);
};

test('FORM-17 pictures of a phone without a login arrive at the form with their views, and are saved with it', async () => {
  const link = await makeLink(8);
  const left_ms = Date.parse(link.expires_at) - Date.now();
  assert.ok(left_ms > 13 * 60_000 && left_ms <= 15 * 60_000 + 5_000);
  assert.deepEqual((await look(link.token)).body, {
    expires_at: link.expires_at,
    left: 8,
    views: [],
  });
  const first = await photograph(link, 'front_left');
  const second = await photograph(link);
  const half = await start(link.token, { size: 10 });
  const { body } = await see(link);
  assert.deepEqual([body.state, body.sending], ['open', 1]);
  assert.deepEqual(
    body.pictures.map(({ id, name, size, view }: Record<string, unknown>) => [
      id,
      name,
      size,
      view,
    ]),
    [
      [first, 'a.jpg', jpeg.length, 'front_left'],
      [second, 'a.jpg', jpeg.length, null],
    ],
  );
  const picture = await node.app.inject({ url: body.pictures[0].sizes.thumb });
  assert.equal(picture.statusCode, 200);
  assert.deepEqual((await look(link.token)).body.views, ['front_left', null]);
  const form = await encodeForm(
    newAuction(category, place, {
      'image_uploads[0]': first,
      'image_views[0]': 'front_left',
      'image_uploads[1]': second,
      'image_views[1]': '',
    }),
  );
  const made = await node.call(manager, 'POST', '/api/auctions', form.body, form.headers);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal(made.body.image_view, 'front_left');
  assert.equal(made.body.additional_images.length, 1);
  // The form is saved: the link is closed.
  await isDead(link, 'closed');
  assert.equal((await send(link.token, half.body.id, jpeg.subarray(0, 10))).body.code, 'closed');
});

test('FORM-17 a refused auction leaves the link open', async () => {
  const link = await makeLink();
  const fields = { 'image_uploads[0]': await photograph(link), manufacturer: '' };
  const { body, headers } = await encodeForm(newAuction(category, place, fields));
  assert.equal((await node.call(manager, 'POST', '/api/auctions', body, headers)).status, 400);
  assert.equal((await look(link.token)).status, 200);
});

test('FORM-17 an unknown token is a 401, and a link is not accepted as a session, nor a session as a link', async () => {
  const link = await makeLink();
  assert.equal((await look('no-such-token')).status, 401);
  const { access } = await node.logIn(manager);
  assert.equal((await look(access)).status, 401);
  assert.equal((await node.call(null, 'GET', '/api/phone-photos')).status, 401);
  for (const path of ['/api/users/me', '/api/auctions', `/api/photo-links/${link.id}`]) {
    assert.equal((await node.call(null, 'GET', path, null, bearer(link.token))).status, 401, path);
  }
});

test('FORM-17 only the hash of a token is stored', async () => {
  const { token } = await makeLink();
  const { rows } = await sql<{ line: string }>`
    select to_jsonb(l)::text as line from photo_links l`.execute(db);
  assert.ok(rows.length > 0 && rows.every(({ line }) => !line.includes(token)));
});

test('FORM-17 a link expires after 15 minutes, and the nightly job deletes it', async () => {
  const link = await makeLink();
  const picture = await photograph(link, 'keys');
  await sql`update photo_links set expires_at = now_ms() where id = ${link.id}`.execute(db);
  await isDead(link, 'expired');
  const { body } = await see(link);
  assert.deepEqual([body.state, body.pictures[0].id], ['expired', picture]);
  const later = new Date(Date.now() + 60_000);
  const { photo_links } = await db.transaction().execute((tx) => applyRetention(tx, later));
  assert.equal(photo_links, 1);
  assert.equal((await see(link)).status, 404);
  assert.equal((await node.call(manager, 'GET', `/api/uploads/${picture}`)).status, 200);
});

test('FORM-17 only the user of a link can see it and close it', async () => {
  const link = await makeLink();
  const id = await photograph(link);
  const half = (await start(link.token, { size: 10 })).body.id;
  for (const user of [colleague, await makeStaff(db, null, 30)]) {
    assert.equal((await see(link, user)).status, 404);
    assert.equal((await close(link, user)).status, 404);
  }
  assert.equal((await look(link.token)).status, 200);
  assert.deepEqual([(await close(link)).status, (await close(link)).status], [204, 204]);
  await isDead(link, 'closed');
  assert.equal((await send(link.token, half, Buffer.alloc(10))).status, 400);
  assert.deepEqual(
    (await see(link)).body.pictures.map((picture: { id: string }) => picture.id),
    [id],
  );
});

test('FORM-17 a link ends with its user’s session, account and role', async () => {
  const made = async () => {
    const user = await makeStaff(db, company);
    const { access, refresh } = await node.logIn(user);
    const { body } = await node.call(null, 'POST', '/api/photo-links', { room: 3 }, bearer(access));
    assert.equal((await look(body.token)).status, 200);
    return { link: body as Link, user, refresh };
  };
  const loggedOut = await made();
  await node.call(null, 'POST', '/api/auth/logout', { refresh: loggedOut.refresh });
  await isDead(loggedOut.link, 'ended');
  const blocked = await made();
  await sql`update users set deactivated_at = now_ms() where id = ${blocked.user}`.execute(db);
  await isDead(blocked.link, 'ended');
  const demoted = await made();
  const station = await makeStation(db, company);
  await sql`
    update users set role = 10, company_id = null, service_station_id = ${station.id}
    where id = ${demoted.user}`.execute(db);
  assert.equal((await look(demoted.link.token)).status, 403);
});

test('FORM-17, SEC-7 a link ends when its user has to add a second factor', async () => {
  const strict = await makeCompany(db);
  const user = await makeStaff(db, strict);
  const link = await makeLink(3, user);
  await sql`update companies set requires_second_factor = true where id = ${strict}`.execute(db);
  await isDead(link, 'ended');
});

test('FORM-17 a link accepts as many pictures as the form had room for', async () => {
  const link = await makeLink(2);
  await photograph(link);
  const answers = await Promise.all([1, 2, 3].map(() => start(link.token, { size: 10 })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400]);
  assert.equal(answers.find(({ status }) => status === 400)!.body.code, 'full');
  for (const room of [0, 41, 1.5]) {
    assert.equal((await node.call(manager, 'POST', '/api/photo-links', { room })).status, 400);
  }
});

test('FORM-17 an aborted picture frees its place after a minute, if the link is full', async () => {
  const link = await makeLink(3);
  await photograph(link);
  const halves = [];
  for (const at of [1, 2]) {
    const { id } = (await start(link.token, { size: jpeg.length, name: `${at}.jpg` })).body;
    await send(link.token, id, jpeg.subarray(0, 10));
    halves.push(id);
  }
  const known = async () => [
    (await look(link.token)).body.left,
    (await see(link)).body.sending,
    (await start(link.token, { size: 10 })).status,
  ];
  assert.deepEqual(await known(), [0, 2, 400]);
  await sql`update uploads set expires_at = expires_at - interval '61 seconds' where id = any(${halves})`.execute(
    db,
  );
  assert.deepEqual(await known(), [2, 0, 201]);
  const states = await Promise.all(
    halves.map((id) => node.call(null, 'GET', `/api/phone-photos/${id}`, null, bearer(link.token))),
  );
  assert.deepEqual(states.map(({ status }) => status).sort(), [200, 404]);
  const kept = states.find(({ status }) => status === 200)!.body;
  const rest = await send(link.token, kept.id, jpeg.subarray(kept.offset), kept.offset);
  assert.equal(rest.body.is_complete, true, 'the other one resumes at its offset');
  assert.deepEqual(await known(), [0, 1, 400]);
});

test('FORM-17, MEDIA-1 a phone’s picture has the checks of any other', async () => {
  const { token } = await makeLink();
  const notes = Buffer.from('Not a picture.');
  const { body } = await start(token, { size: notes.length });
  const refused = await send(token, body.id, notes);
  assert.equal(refused.status, 415);
  assert.match(refused.body.image[0], /Filen är ingen bild/);
  assert.deepEqual((await start(token, { size: 15 * 1024 ** 2 + 1 })).body, {
    size: ['Bilden får vara högst 15 MB.'],
  });
  assert.equal((await start(token, { size: 10, view: 'roof' })).status, 400);
  assert.deepEqual((await look(token)).body.left, 40, 'a refused picture takes no place');
});

test('FORM-17 a link reaches only its own pictures, and removes none', async () => {
  const [link, other] = [await makeLink(), await makeLink()];
  const own = (await start(link.token, { size: 10 })).body.id;
  const mine = await node.call(manager, 'POST', '/api/uploads', {
    kind: 'image',
    name: 'a.jpg',
    size: 10,
  });
  for (const id of [mine.body.id, (await start(other.token, { size: 10 })).body.id]) {
    const path = `/api/phone-photos/${id}`;
    assert.equal((await node.call(null, 'GET', path, null, bearer(link.token))).status, 404);
    assert.equal((await send(link.token, id, Buffer.alloc(5))).status, 404);
  }
  const path = `/api/phone-photos/${own}`;
  assert.equal((await node.call(null, 'GET', path, null, bearer(link.token))).status, 200);
  for (const removed of [path, `/api/uploads/${own}`, `/api/photo-links/${link.id}`]) {
    const { status } = await node.call(null, 'DELETE', removed, null, bearer(link.token));
    assert.ok([401, 404].includes(status), `${removed}: ${status}`);
  }
  assert.equal((await node.call(manager, 'GET', `/api/uploads/${own}`)).status, 200);
});

test('FORM-17, SEC-1 a new link is a security event', async () => {
  await makeLink();
  const admin = await makeStaff(db, company, 30);
  const events = '/api/security-events?kind=photo_link_added';
  const { body } = await node.call(admin, 'GET', events);
  assert.equal(body.results[0].actor.id, manager);
});

test('FORM-17, LIMIT-1 links of a user, and calls by a link, are limited', async () => {
  const strict = await startTestNode({ limits: 'real' });
  try {
    const seller = await makeSeller(strict);
    const make = () => strict.call(seller.manager, 'POST', '/api/photo-links', { room: 1 });
    const made = [];
    for (let count = 0; count < 31; count++) made.push(await make());
    assert.deepEqual([made[29]!.status, made[30]!.status], [201, 429]);
    const headers = bearer(made[0]!.body.token);
    await untilLimited(
      () => strict.call(null, 'GET', '/api/phone-photos', null, headers),
      (answer) => answer.status === 429,
    );
    const other = bearer(made[1]!.body.token);
    const { status } = await strict.call(null, 'GET', '/api/phone-photos', null, other);
    assert.equal(status, 200);
  } finally {
    await strict.stop();
  }
});
