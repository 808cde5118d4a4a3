import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { type NameServer, startNameServer } from '../../test/receivers/name-server.ts';
import { startWebhookReceiver } from '../../test/receivers/webhook-receiver.ts';
import { startTestNode } from '../../test/test-node.ts';
import { RESOLVER } from '../outgoing.ts';
import { openDeliverer } from './deliver.ts';

const NOT_ALLOWED = 'Adressen är inte tillåten.';

/**
 * Addresses of private networks and of this machine, in the spellings of a URL. The form refuses them, and no delivery
 * connects to them.
 */
const LITERALS = {
  'this machine': '127.0.0.1',
  'another address of this machine': '127.8.9.10',
  decimal: '2130706433',
  octal: '0177.0.0.01',
  'octal, one number': '017700000001',
  hexadecimal: '0x7f.0.0.1',
  'hexadecimal, one number': '0x7F000001',
  'mixed bases': '0x7f.0.1',
  shortened: '127.1',
  'percent-encoded': '%31%32%37.0.0.1',
  'full-width digits': '１２７.０.０.１',
  'circled digits': '①②⑦.⓪.⓪.①',
  'ideographic full stops': '127。0。0。1',
  'trailing dot': '127.0.0.1.',
  'soft hyphen': '127.0.0\u00ad.1',
  unspecified: '0.0.0.0',
  'unspecified, shortened': '0',
  'private, class A': '10.0.0.1',
  'private, class B': '172.31.255.254',
  'private, class C': '192.168.0.1',
  'carrier-grade NAT': '100.64.0.1',
  'protocol assignments': '192.0.0.170',
  'benchmark network': '198.18.0.1',
  reserved: '240.0.0.1',
  multicast: '224.0.0.1',
  broadcast: '255.255.255.255',
  'link-local': '169.254.1.1',
  metadata: '169.254.169.254',
  'metadata, decimal': '2852039166',
  'metadata, octal': '0251.0376.0251.0376',
  'metadata, hexadecimal': '0xA9FEA9FE',
  'metadata, mapped': '[::ffff:169.254.169.254]',
  'metadata, unique local': '[fd00:ec2::254]',
  'IPv6, this machine': '[::1]',
  'IPv6, written out': '[0:0:0:0:0:0:0:1]',
  'IPv6, unspecified': '[::]',
  'IPv4-mapped': '[::ffff:127.0.0.1]',
  'IPv4-mapped, hexadecimal': '[0:0:0:0:0:FFFF:7F00:1]',
  'IPv4-compatible': '[::127.0.0.1]',
  'IPv4-translated': '[::ffff:0:127.0.0.1]',
  NAT64: '[64:ff9b::127.0.0.1]',
  'NAT64, metadata': '[64:ff9b::a9fe:a9fe]',
  'NAT64, local use': '[64:ff9b:1::7f00:1]',
  '6to4': '[2002:7f00:1::]',
  Teredo: '[2001:0:7f00:1::]',
  'IPv6, link-local': '[fe80::1]',
  'IPv6, site-local': '[fec0::1]',
  'unique local': '[fd12:3456:789a::1]',
  'IPv6, multicast': '[ff02::1]',
  'IPv6, discard': '[100::1]',
  'IPv6, documentation': '[2001:db8::1]',
} as const;

const PUBLIC = '93.184.216.34';

/** The addresses of names that the form cannot judge. No delivery connects to them. */
const NAMES = {
  'inside.example': ['127.0.0.1'],
  'inside6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'metadata.example': ['169.254.169.254'],
  'private.example': ['10.0.0.1'],
  'first-is-public.example': [PUBLIC, '127.0.0.1'],
  'ipv6-is-public.example': ['2606:2800:220:1:248:1893:25c8:1946', '127.0.0.1'],
  'xn--nside-bta.example': ['127.0.0.1'],
  '127.0.0.1.names.example': ['127.0.0.1'],
};

const SPELLED_NAMES = {
  ...Object.fromEntries(Object.keys(NAMES).map((name) => [name, name])),
  'name in upper case': 'INSIDE.Example',
  'name with a trailing dot': 'inside.example.',
  punycode: 'ïnside.example',
  'table of this machine': 'localhost',
  'table of this machine, upper case': 'LOCALHOST',
  'table of this machine, trailing dot': 'localhost.',
};

const guarded = await startTestNode();
const open = await startTestNode({ reachesPrivate: true, databaseUrl: guarded.databaseUrl });
const { db } = guarded.context.pool;
const log = { error() {}, warn() {}, info() {} };
const deliverer = openDeliverer(guarded.context, log);
const reachesAll = openDeliverer(open.context, log);
const admin = await makeStaff(db, await makeCompany(db), 30);

/** A server on this machine, and the number of connections to it. */
let reached = 0;
const trap = createServer((socket) => {
  reached += 1;
  socket.destroy();
});
/** The connections that this process attempts to the port of the trap, at whatever address. */
const attempted: string[] = [];
const watch = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (address: string, to: number) => {
    if (to === port) attempted.push(address);
  });
};
let port: number;
let names: NameServer;
const servers = RESOLVER.getServers();

before(async () => {
  names = await startNameServer(NAMES);
  RESOLVER.setServers([names.address]);
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  ({ port } = trap.address() as AddressInfo);
  subscribe('net.client.socket', watch);
});
after(async () => {
  unsubscribe('net.client.socket', watch);
  RESOLVER.setServers(servers);
  await Promise.all([deliverer.stop(), reachesAll.stop()]);
  await names.stop();
  trap.close();
  await open.stop();
  await guarded.stop();
});
beforeEach(async () => {
  await sql`delete from webhooks`.execute(db);
  reached = 0;
  attempted.length = 0;
});

const EVENTS = ['auction.ended'];
const add = (url: string, node = guarded) =>
  node.call(admin, 'POST', '/api/webhooks', { url, events: EVENTS });

/** Delivers an event to an address that the form may refuse. Returns the status and the error. */
async function deliverTo(url: string, by = deliverer): Promise<[number | null, string | null]> {
  await sql`delete from webhooks`.execute(db);
  const { body } = await add('https://nord.example/');
  await sql`update webhooks set url = ${url}`.execute(db);
  await sql`
    insert into webhook_deliveries (webhook_id, type, body) values (${body.id}, 'auction.ended', '{}')`.execute(
    db,
  );
  assert.equal(await by.run(), 1);
  await by.idle();
  const { rows } = await sql<{ status: number | null; error: string | null }>`
    select status, error from webhook_deliveries`.execute(db);
  return [rows[0]!.status, rows[0]!.error];
}

test('FEED-9, FEED-10 a private address is refused by the form and not connected to, however it is spelled', async (t) => {
  for (const [spelling, host] of Object.entries(LITERALS)) {
    await t.test(spelling, async () => {
      const url = `https://${host}:${port}/`;
      assert.deepEqual((await add(url)).body, { url: [NOT_ALLOWED] });
      assert.deepEqual(await deliverTo(url), [null, NOT_ALLOWED]);
      const plain = `http://${host}:${port}/`;
      assert.deepEqual(await deliverTo(plain), [null, NOT_ALLOWED], 'without TLS');
      assert.deepEqual([reached, attempted], [0, []]);
    });
  }
});

test('FEED-10 a port below 1024 other than 443 is not connected to', async () => {
  assert.deepEqual(await deliverTo('https://93.184.216.34:22/'), [null, NOT_ALLOWED]);
});

test('FEED-9, FEED-10 a name that resolves to a private address is not connected to', async (t) => {
  for (const [spelling, host] of Object.entries(SPELLED_NAMES)) {
    await t.test(spelling, async () => {
      const url = `https://${host}:${port}/`;
      assert.equal((await add(url)).status, 201, 'the form does not resolve names');
      assert.deepEqual(await deliverTo(url), [null, NOT_ALLOWED]);
      assert.deepEqual([reached, attempted], [0, []]);
    });
  }
});

test('FEED-9, FEED-10 a user name is refused, whichever side of the @ has a private address', async () => {
  for (const host of [`nord.example@127.0.0.1:${port}`, `127.0.0.1:${port}@nord.example`]) {
    const url = `https://${host}/`;
    for (const node of [guarded, open])
      assert.deepEqual((await add(url, node)).body, { url: [NOT_ALLOWED] }, url);
    for (const by of [deliverer, reachesAll])
      assert.deepEqual(await deliverTo(url, by), [null, NOT_ALLOWED], url);
  }
  assert.deepEqual([reached, attempted], [0, []]);
});

test('FEED-10 a redirect to a private address is not followed', async (t) => {
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.stop());
  const { id } = await receiver.add(open, admin, EVENTS);
  const location = `http://127.0.0.1:${port}/`;
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answerWith({ status, headers: { location, refresh: `0; url=${location}` } });
    await sql`
      insert into webhook_deliveries (webhook_id, type, body) values (${id}, 'auction.ended', '{}')`.execute(
      db,
    );
    assert.equal(await reachesAll.run(), 1);
    await reachesAll.idle();
    const { rows } = await sql`
      delete from webhook_deliveries returning status`.execute(db);
    assert.deepEqual(rows, [{ status }]);
  }
  assert.deepEqual([reached, attempted], [0, []]);
});

test('FEED-10 with WEBHOOK_PRIVATE the same addresses are connected to, so that the tests above see a connection', async () => {
  assert.deepEqual(await deliverTo(`http://inside.example:${port}/`, reachesAll), [
    null,
    'Anslutningen bröts.',
  ]);
  assert.deepEqual(await deliverTo(`http://2130706433:${port}/`, reachesAll), [
    null,
    'Anslutningen bröts.',
  ]);
  assert.deepEqual([reached, attempted], [2, ['127.0.0.1', '127.0.0.1']]);
});
