import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { accessTokenFor } from '../../server/test/auth/access-token.ts';
import { checkInvariants, readBidding } from '../../server/test/check-invariants.ts';
import { eventually } from '../../server/test/eventually.ts';
import { makeStaff, makeStation } from '../../server/test/factories.ts';
import { makeSeller } from '../../server/test/seller.ts';
import { type RunningMain, startMain } from '../../server/test/start/main.ts';
import { createTestDatabase } from '../../server/test/test-database.ts';
import { startTestNode, TEST_SECRET } from '../../server/test/test-node.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { runProgram, without } from './programs.ts';
import { makeCertificate, PROXIES } from './proxies.ts';
import { startTraffic, type Traffic } from './traffic.ts';

/** Calls per second and sockets; more on an idle machine. */
const RATE = Number(process.env.OPERATIONS_RATE ?? 30);
const SOCKETS = Number(process.env.OPERATIONS_SOCKETS ?? 50);
const TOKEN_S = 3_600;

for (const [name, configure] of Object.entries(PROXIES)) {
  test(`OPS-2, OPS-1, OPS-8 behind ${name} with TLS nodes are restarted, upgraded and rolled back one by one: no call fails, no bid is lost, sockets reconnect`, {
    skip: without(name),
  }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), `restvarde-${name}-`));
    await chmod(folder, 0o755);
    makeCertificate(folder);
    const database = await createTestDatabase();
    const world = await startTestNode({ databaseUrl: database.appUrl });
    let traffic: Traffic | undefined;
    const nodes: RunningMain[] = [];
    t.after(async () => {
      await traffic?.stop();
      for (const node of nodes) node.process.kill('SIGKILL');
      await Promise.all(nodes.map(({ ended }) => ended));
      // The proxy writes its log until it has ended.
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
      await world.stop();
      await database.drop();
    });
    const { company, makeOpen } = await makeSeller(world);
    const auction = await makeOpen();
    const logIn = async (user: number) => accessTokenFor((await world.logIn(user)).access, TOKEN_S);
    const { db } = world.context.pool;
    const logInAll = (users: number[]) => Promise.all(users.map(logIn));
    // No user exceeds its limits.
    const staff = Array.from({ length: Math.max(25, SOCKETS / 10) }, () => makeStaff(db, company));
    const stations = Array.from({ length: Math.max(25, RATE) }, () => makeStation(db, company));
    const viewers = await logInAll(await Promise.all(staff));
    const bidders = await logInAll((await Promise.all(stations)).map(({ user_id }) => user_id));

    const ports = [await freePort(), await freePort()] as const;
    const next = await makeNextRelease(join(folder, 'next'));
    const start = (place: number, main?: string) =>
      startMain(
        t,
        database.appUrl,
        folder,
        { SHUTDOWN_GRACE_S: '5', PORT: String(ports[place]!) },
        main,
      );
    nodes.push(await start(0), await start(1));
    const port = await freePort();
    const at = ports.map((one) => `127.0.0.1:${one}`) as [string, string];
    runProgram(t, name, await configure({ nodes: at, port, folder }));

    const people = startTraffic({
      ...{ port, rate: RATE, sockets: SOCKETS, auction },
      ...{ viewers, bidders },
    });
    traffic = people;
    const all = () => assert.equal(people.listening(), SOCKETS);
    await eventually(async () => all(), 20_000);
    // Calls before its start.
    people.failures.length = 0;

    const replaceAll = async (main?: string) => {
      for (const place of [0, 1]) {
        const leaving = nodes[place]!;
        leaving.process.kill('SIGTERM');
        const [code] = await leaving.ended;
        assert.equal(code, 0, await leaving.said);
        nodes[place] = await start(place, main);
        // The proxy checks every two seconds.
        const before = people.served();
        await eventually(async () => assert.ok(people.served() > before + 2 * RATE), 60_000);
      }
      await eventually(async () => all(), 20_000);
      assert.deepEqual(people.failures, []);
    };
    const versions = () =>
      Promise.all(
        nodes.map(async ({ url }) => {
          const answer = (await (await fetch(`${url}/version`)).json()) as { version: string };
          return answer.version;
        }),
      );
    const [own] = await versions();
    await replaceAll();
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.url,
      SECRET: TEST_SECRET,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUBLIC_URL: 'https://restvarde.example',
      MAIL_FROM: 'no-reply@restvarde.example',
      DATA_DIR: folder,
    };
    const command = join(folder, 'next/server/src/commands/restvarde.ts');
    const said = execFileSync(process.execPath, [command, 'migrate'], { env, encoding: 'utf8' });
    assert.match(said, new RegExp(next.schema));
    await replaceAll(next.main);
    assert.deepEqual(await versions(), [next.version, next.version]);
    await replaceAll();
    assert.deepEqual(await versions(), [own, own]);

    await people.stop();
    assert.deepEqual(people.failures, []);
    assert.ok(people.reconnects() > 0);
    const { bids } = await readBidding(db, auction);
    assert.deepEqual(
      bids.map(({ amount }) => amount).sort((a, b) => a - b),
      people.accepted.toSorted((a, b) => a - b),
    );
    await checkInvariants(db, auction);
    console.log(
      `${name}: ${people.served()} calls at ${RATE} a second, none failed; ${bids.length} bids, none lost, ${people.repeats.length} asked again (${[...new Set(people.repeats)]}); ${SOCKETS} sockets were sent away ${people.reconnects()} times and came back; load ${loadavg()[0]!.toFixed(1)}`,
    );
  });
}

const ROOT = join(import.meta.dirname, '../..');

/**
 * Creates the next release in a folder: the same code, a higher version, and a migration that only adds. Returns its
 * production entry.
 */
async function makeNextRelease(
  folder: string,
): Promise<{ main: string; version: string; schema: string }> {
  const server = join(folder, 'server');
  await mkdir(server, { recursive: true });
  await cp(join(ROOT, 'server/src'), join(server, 'src'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(ROOT, 'web'), join(folder, 'web'));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const own = JSON.parse(await readFile(join(ROOT, 'server/package.json'), 'utf8'));
  const [major, minor] = own.version.split('.');
  const version = `${major}.${Number(minor) + 1}.0`;
  await writeFile(join(server, 'package.json'), JSON.stringify({ ...own, version }));
  const schema = '9999-next-release';
  await writeFile(
    join(server, 'src/db/migrations', `${schema}.sql`),
    `alter table auctions add column of_the_next_release integer not null default 0;
     create table next_release (id integer primary key);`,
  );
  return { main: join(server, 'src/main.ts'), version, schema };
}
