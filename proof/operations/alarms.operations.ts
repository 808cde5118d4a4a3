// Each alarm fires and resolves on metrics of real nodes, evaluated by Prometheus' own rules.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { startEmbedded } from '../../demo/src/postgres/embedded.ts';
import { resendAllFailed } from '../../server/src/admin/failed-emails.ts';
import { closeEnded } from '../../server/src/auctions/lifecycle/close-ended.ts';
import { sendAccountEmail } from '../../server/src/auth/emails/send-account-email.ts';
import { openAnchoring } from '../../server/src/chain/anchor-links.ts';
import { backup } from '../../server/src/commands/backup.ts';
import type { Command } from '../../server/src/commands/base/command.ts';
import { verify } from '../../server/src/commands/verify.ts';
import { openWorkerMetrics } from '../../server/src/metrics/worker-metrics.ts';
import { openMetricsPort } from '../../server/src/operation/metrics-port.ts';
import { prepareDatabase } from '../../server/src/prepare-database.ts';
import { openProxy } from '../../server/test/cuttable-proxy.ts';
import { eventually } from '../../server/test/eventually.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../server/test/factories.ts';
import { startWebhookReceiver } from '../../server/test/receivers/webhook-receiver.ts';
import { makeSaleWorld } from '../../server/test/sales/sale-world.ts';
import { type Fate, startSmtpDouble } from '../../server/test/smtp-double.ts';
import { createTestDatabase } from '../../server/test/test-database.ts';
import { startTestNode, TEST_SECRET, type TestNode } from '../../server/test/test-node.ts';
import { openDatabaseClock } from '../reliability/database-clock.ts';
import { ALERTS, openTimeline, type Timeline } from './alarm-timeline.ts';
import { without } from './programs.ts';
import { makeCertificate } from './proxies.ts';

const skip = without('promtool', 'prometheus');
const isRoot = process.getuid?.() === 0;

/** Alarms that a test has covered. */
const proven = new Set<string>();

interface T {
  after(work: () => unknown): void;
}

/** A node's metrics endpoint. */
async function openMetrics(t: T, node: Pick<TestNode, 'metrics'>): Promise<string> {
  const port = await openMetricsPort({ host: '127.0.0.1', port: 0 }, node.metrics);
  t.after(() => port.stop());
  return `http://127.0.0.1:${port.port}/metrics`;
}

async function startWatched(t: T, options: Parameters<typeof startTestNode>[0] = {}) {
  const node = await startTestNode(options);
  t.after(() => node.stop());
  const timeline = openTimeline({ one: await openMetrics(t, node) });
  return { node, timeline, db: node.context.pool.db };
}

/** Expects an alarm to fire while its cause lasts, and to resolve `minutes` after it. */
async function sees(
  alarm: string,
  timeline: Timeline,
  steps: {
    /** Runs before each minute of the cause. */
    cause(): Promise<unknown>;
    times?: number;
    lasts?: number;
    cure(): Promise<unknown>;
    minutes?: number;
  },
) {
  await timeline.take();
  timeline.hold(2);
  timeline.expect(alarm, false);
  await timeline.take(steps.times ?? 1, steps.cause);
  timeline.hold(steps.lasts ?? 3);
  timeline.expect(alarm, true);
  await steps.cure();
  await timeline.take();
  timeline.hold(steps.minutes ?? 3);
  timeline.expect(alarm, false);
  timeline.judge();
  proven.add(alarm);
}

describe('alarms', { skip }, () => {
  test('OPS-11 on an idle node no alarm fires, although it is scraped', async (t) => {
    const { timeline } = await startWatched(t, { smtpUrl: 'smtp://127.0.0.1:9' });
    await timeline.take(5);
    timeline.hold(100);
    timeline.expect('.+', false);
    timeline.judge();
  });

  test('OPS-11 RestvardeDown', async (t) => {
    const node = await startTestNode();
    t.after(() => node.stop());
    const first = await openMetricsPort({ host: '127.0.0.1', port: 0 }, node.metrics);
    const timeline = openTimeline({ one: `http://127.0.0.1:${first.port}/metrics` });
    await sees('RestvardeDown', timeline, {
      cause: () => first.stop(),
      cure: async () => {
        const again = await openMetricsPort({ host: '127.0.0.1', port: first.port }, node.metrics);
        t.after(() => again.stop());
      },
    });
  });

  test('OPS-11 RestvardeNotReady, RestvardeErrors', async (t) => {
    const database = await createTestDatabase();
    const proxy = await openProxy(database.url);
    const { node } = await startWatched(t, { databaseUrl: proxy.url });
    t.after(async () => {
      await proxy.cut();
      await database.drop();
    });
    const call = async () => {
      const reply = await node.call(null, 'POST', '/api/auth/two-factor', {
        email: 'anna@bolag.example',
        password: 'hemligt',
      });
      return reply.status;
    };
    const url = await openMetrics(t, node);
    const restore = async () => {
      await proxy.restore();
      await eventually(async () => {
        assert.equal(await call(), 400);
        assert.equal((await node.call(null, 'GET', '/readyz')).status, 200);
      });
    };
    await call();
    await sees('RestvardeNotReady', openTimeline({ one: url }), {
      cause: () => proxy.cut(),
      cure: restore,
    });
    await sees('RestvardeErrors', openTimeline({ one: url }), {
      async cause() {
        await proxy.cut();
        assert.equal(await call(), 503);
      },
      times: 4,
      lasts: 1,
      cure: restore,
      minutes: 10,
    });
  });

  test('OPS-11 RestvardeAuctionsNotClosed, RestvardeNoWorker, RestvardeBidsSlow', async (t) => {
    const { node, db } = await startWatched(t);
    const url = await openMetrics(t, node);
    const company = await makeCompany(db);
    const creator = await makeStaff(db, company);
    await sees('RestvardeAuctionsNotClosed', openTimeline({ one: url }), {
      cause: () => makeAuction(db, { company, creator, ends: -60 }),
      cure: () => closeEnded(node.context),
    });

    const station = await makeStation(db, company);
    const auction = await makeAuction(db, { company, creator });
    const other = new pg.Client({ connectionString: node.ownerUrl });
    other.on('error', () => {});
    await other.connect();
    t.after(() => other.end());
    let amount = 1_000;
    const bid = async () => {
      amount += 1_000;
      const body = { bid: amount };
      const path = `/api/auctions/${auction}/bids`;
      assert.equal((await node.call(station.user_id, 'POST', path, body)).status, 201);
    };
    await bid();
    await sees('RestvardeBidsSlow', openTimeline({ one: url }), {
      async cause() {
        await other.query('begin');
        await other.query(`select from auction_standings where auction_id = ${auction} for update`);
        const placed = bid();
        await pause(1_200);
        await other.query('rollback');
        await placed;
      },
      times: 8,
      lasts: 0,
      cure: bid,
      minutes: 10,
    });

    await sees('RestvardeNoWorker', openTimeline({ one: url }), {
      cause: () =>
        eventually(async () => {
          const [, silence] = /silence_seconds ([\d.]+)/.exec(await node.metrics())!;
          assert.ok(Number(silence) > 60);
        }),
      lasts: 0,
      async cure() {
        const worker = await startTestNode({
          databaseUrl: node.databaseUrl,
          smtpUrl: 'smtp://127.0.0.1:9',
        });
        t.after(() => worker.stop());
        await eventually(async () => {
          const [, silence] = /silence_seconds ([\d.]+)/.exec(await node.metrics())!;
          assert.ok(Number(silence) < 10);
        });
      },
    });
  });

  describe('of emails', () => {
    let fate: Fate = 'taken';
    let mail: Awaited<ReturnType<typeof startSmtpDouble>>;
    let node: TestNode;
    let staff: number[];
    before(async () => {
      mail = await startSmtpDouble(() => fate);
      node = await startTestNode({ smtpUrl: mail.url });
      const { db } = node.context.pool;
      const company = await makeCompany(db);
      staff = await Promise.all(Array.from({ length: 30 }, () => makeStaff(db, company)));
    });
    after(async () => {
      await node?.stop();
      await mail?.stop();
    });
    const send = (user: number) =>
      node.context.pool.db
        .transaction()
        .execute((tx) =>
          sendAccountEmail(node.context, tx, { kind: 'password-changed', user_id: user }),
        );
    const outcomes = async (outcome: string) =>
      Number(new RegExp(`outcome="${outcome}"} (\\d+)`).exec(await node.metrics())?.[1] ?? 0);
    /** The worker sends its metrics every few seconds. */
    const more = async (outcome: string, than: number) =>
      eventually(async () => assert.ok((await outcomes(outcome)) > than, outcome));
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pgboss.job where name = 'mail' and state < 'completed'`.execute(
        node.owner,
      );
      return rows[0]!.count;
    };
    const retryNow = () =>
      sql`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`.execute(
        node.owner,
      );
    const recover = async () => {
      fate = 'taken';
      const sent = await outcomes('sent');
      await retryNow();
      await eventually(async () => assert.equal(await waiting(), 0));
      await more('sent', sent);
    };

    test('OPS-11 RestvardeMailServerAway, RestvardeEmailsWait', async (t) => {
      const url = await openMetrics(t, node);
      await eventually(async () => assert.match(await node.metrics(), /restvarde_emails_total/));
      await sees('RestvardeMailServerAway', openTimeline({ one: url }), {
        async cause() {
          fate = 'leaving';
          const failed = await outcomes('failed');
          if ((await waiting()) === 0) await send(staff[0]!);
          await more('failed', failed);
        },
        times: 4,
        lasts: 0,
        cure: recover,
        minutes: 6,
      });
      await sees('RestvardeEmailsWait', openTimeline({ one: url }), {
        async cause() {
          fate = 'leaving';
          await send(staff[0]!);
          await sql`update pgboss.job set keep_until = keep_until - interval '2 minutes'
            where name = 'mail'`.execute(node.owner);
        },
        cure: recover,
      });
    });

    test('OPS-11 RestvardeEmailsRefused, RestvardeDeadLetters', async (t) => {
      const url = await openMetrics(t, node);
      await sees('RestvardeEmailsRefused', openTimeline({ one: url }), {
        async cause() {
          fate = 'refused';
          const refused = await outcomes('refused');
          for (const user of staff) await send(user);
          await more('refused', refused + staff.length - 1);
        },
        lasts: 0,
        cure: recover,
        minutes: 31,
      });
      const dead = async () => Number(/dead_letters (\d+)/.exec(await node.metrics())![1]);
      await sees('RestvardeDeadLetters', openTimeline({ one: url }), {
        async cause() {
          fate = 'refused';
          await send(staff[0]!);
          await eventually(async () => {
            // The next attempt is the last.
            await sql`update pgboss.job set retry_count = retry_limit - 1, start_after = now()
              where name = 'mail' and state = 'retry'`.execute(node.owner);
            assert.equal(await dead(), 1);
          });
        },
        async cure() {
          fate = 'taken';
          await resendAllFailed(node.context);
          await eventually(async () => assert.equal(await dead(), 0));
        },
      });
    });
  });

  test('OPS-11, FEED-10 RestvardeWebhooksFail, RestvardeWebhookStopped, RestvardeWebhooksWait', async (t) => {
    const { node, db } = await startWatched(t, {
      smtpUrl: 'smtp://127.0.0.1:9',
      reachesPrivate: true,
    });
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.stop());
    const admin = await makeStaff(db, await makeCompany(db), 30);
    const { id } = await receiver.add(node, admin, ['auction.ended']);
    const url = await openMetrics(t, node);
    const read = async (series: string) => {
      const [, value] = (await node.metrics()).split(`\n${series} `);
      return value === undefined ? Number.NaN : Number.parseFloat(value);
    };
    const tries = (result: string) => read(`restvarde_webhook_tries_total{result="${result}"}`);
    const queue = (count: number, tried = 0) =>
      sql`
        insert into webhook_deliveries (webhook_id, type, body, due_at, tries)
        select ${id}, 'auction.ended', '{}', now_ms() - interval '10 minutes', ${tried}
        from generate_series(1, ${count})`.execute(node.owner);
    const direct = (to: string) =>
      sql`
        update webhooks set url = regexp_replace(url, ':[0-9]+/', ${`:${to}/`})`.execute(
        node.owner,
      );
    const [{ url: address }] = (await node.call(admin, 'GET', '/api/webhooks')).body;
    const { port } = new URL(address);
    // The worker sends its metrics at intervals.
    await eventually(async () => assert.equal(await tries('broken'), 0));
    await sees('RestvardeWebhooksFail', openTimeline({ one: url }), {
      async cause() {
        await direct('9');
        await queue(12);
        await eventually(async () => assert.ok((await tries('broken')) >= 12));
      },
      lasts: 1,
      async cure() {
        await direct(port);
        const delivered = await tries('delivered');
        await queue(1);
        await eventually(async () => assert.ok((await tries('delivered')) > delivered));
      },
    });
    const oldest = () => read('restvarde_webhook_oldest_seconds');
    const stopped = () => read('restvarde_webhooks{state="stopped"}');
    await sees('RestvardeWebhookStopped', openTimeline({ one: url }), {
      async cause() {
        await direct('9');
        await queue(1, 6);
        await sql`update webhooks set last_delivered_at = null`.execute(node.owner);
        await eventually(async () => assert.equal(await stopped(), 1));
      },
      async cure() {
        await direct(port);
        await node.call(admin, 'PATCH', `/api/webhooks/${id}`, { active: true });
        await eventually(async () => assert.equal(await stopped(), 0));
      },
    });
    await sees('RestvardeWebhooksWait', openTimeline({ one: url }), {
      async cause() {
        receiver.answerWith(...Array.from({ length: 100 }, () => null));
        await queue(12);
        await eventually(async () => assert.ok((await oldest()) > 300));
      },
      lasts: 6,
      cure: () =>
        eventually(async () => {
          receiver.release();
          assert.equal(await oldest(), 0);
        }),
    });
  });

  test('OPS-11 RestvardeConnectionsUsedUp', async (t) => {
    const { node, timeline } = await startWatched(t);
    const { pg: pool } = node.context.pool;
    const held: pg.PoolClient[] = [];
    let waits: Promise<unknown>;
    await sees('RestvardeConnectionsUsedUp', timeline, {
      async cause() {
        while (held.length < pool.options.max) held.push(await pool.connect());
        waits = pool.query('select');
      },
      async cure() {
        for (const client of held) client.release();
        await waits;
      },
    });
  });

  test('OPS-11 RestvardeEventLoopLate', async (t) => {
    const { timeline } = await startWatched(t);
    await sees('RestvardeEventLoopLate', timeline, {
      async cause() {
        for (let n = 0; n < 5; n++) {
          const until = performance.now() + 400;
          while (performance.now() < until);
          await pause(20);
        }
      },
      lasts: 6,
      cure: async () => {},
    });
  });

  test('OPS-11 RestvardePollerFails, RestvardeWorkerHangs', async (t) => {
    const { node } = await startWatched(t, { smtpUrl: 'smtp://127.0.0.1:9' });
    const url = await openMetrics(t, node);
    const run = (statement: string) => sql.raw(statement).execute(node.owner);
    const faults = async () =>
      Number(/faults_total\{poller="notifying of bids"} (\d+)/.exec(await node.metrics())?.[1]);
    await eventually(async () => assert.equal(await faults(), 0));
    await sees('RestvardePollerFails', openTimeline({ one: url }), {
      async cause() {
        await run('alter table bid_news rename to bid_news_away');
        await eventually(async () => assert.ok((await faults()) > 6));
      },
      lasts: 1,
      cure: () => run('alter table bid_news_away rename to bid_news'),
      minutes: 12,
    });
    const isUp = async () => Number(/restvarde_worker_up (\d)/.exec(await node.metrics())![1]);
    await sees('RestvardeWorkerHangs', openTimeline({ one: url }), {
      async cause() {
        await run('alter table auction_standings rename to standings_away');
        await eventually(async () => assert.equal(await isUp(), 0));
        const { status, body } = await node.call(null, 'GET', '/readyz');
        assert.deepEqual([status, body.warnings], [200, ['Its worker does not answer.']]);
      },
      async cure() {
        await run('alter table standings_away rename to auction_standings');
        await eventually(async () => assert.equal(await isUp(), 1));
      },
    });
  });

  test('OPS-11 RestvardeNotificationsPileUp', async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'restvarde-alarms-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    const first = await startEmbedded({ dataDir, durable: false });
    await first.stop();
    // The smallest queue that PostgreSQL accepts; some notifications fill it.
    const settings = join(dataDir, 'postgres/postgresql.auto.conf');
    await appendFile(settings, 'max_notify_queue_pages = 64\n');
    const database = await startEmbedded({ dataDir, durable: false });
    t.after(() => database.stop());
    await prepareDatabase(database.url, database.appUrl);
    const { node, timeline } = await startWatched(t, { databaseUrl: database.url });
    const listener = new pg.Client({ connectionString: database.url });
    listener.on('error', () => {});
    await listener.connect();
    t.after(() => listener.end());
    await listener.query('listen something');
    await sees('RestvardeNotificationsPileUp', timeline, {
      async cause() {
        await listener.query('begin');
        await listener.query('select from users');
        for (let n = 0; n < 20; n++)
          await sql`select pg_notify('anything', repeat('x', 7000))`.execute(node.owner);
      },
      lasts: 6,
      async cure() {
        await listener.query('rollback');
        await eventually(async () => {
          await sql`select pg_notify('anything', '')`.execute(node.owner);
          const { rows } = await sql<{ used: number }>`
            select pg_notification_queue_usage() as used`.execute(node.owner);
          assert.ok(rows[0]!.used < 0.1);
        });
      },
    });
  });

  test('OPS-11 RestvardeReleasesDiffer', async (t) => {
    const [older, newer] = [
      await startWatched(t, { commit: 'a1' }),
      await startWatched(t, { commit: 'b2' }),
    ];
    const first = await openMetricsPort({ host: '127.0.0.1', port: 0 }, older.node.metrics);
    const one = `http://127.0.0.1:${first.port}/metrics`;
    const port = await openMetricsPort({ host: '127.0.0.1', port: 0 }, older.node.metrics);
    const two = `http://127.0.0.1:${port.port}/metrics`;
    const timeline = openTimeline({ one, two });
    await sees('RestvardeReleasesDiffer', timeline, {
      async cause() {
        await port.stop();
        const upgraded = await openMetricsPort(
          { host: '127.0.0.1', port: port.port },
          newer.node.metrics,
        );
        t.after(() => upgraded.stop());
      },
      lasts: 62,
      // Series of a node that does not answer become stale within five minutes.
      cure: () => first.stop(),
      minutes: 6,
    });
  });

  test('OPS-11 RestvardePicturesNotWritten, RestvardeDiskNearlyFull', {
    skip: !isRoot && 'only root mounts a small disk',
  }, async (t) => {
    const { node } = await startWatched(t);
    const url = await openMetrics(t, node);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', node.mediaFolder]);
    // Before the node removes its data folder.
    const { stop } = node;
    node.stop = async () => {
      execFileSync('umount', [node.mediaFolder]);
      await stop();
    };
    const filler = join(node.mediaFolder, 'filler');
    const fill = async (bytes: number) => {
      const file = await open(filler, 'w');
      await file.write(Buffer.alloc(bytes)).catch(() => {});
      await file.close();
    };
    const says = (warning: string | undefined) =>
      eventually(async () => {
        const { status, body } = await node.call(null, 'GET', '/readyz');
        assert.deepEqual([status, body.warnings?.[0]], [200, warning]);
      });
    const empty = async () => {
      await rm(filler);
      await says(undefined);
    };
    await sees('RestvardeDiskNearlyFull', openTimeline({ one: url }), {
      async cause() {
        await fill(7.5 * 1024 * 1024);
        await says('The disk for pictures has less than 10 % free space.');
      },
      lasts: 11,
      cure: empty,
    });
    await sees('RestvardePicturesNotWritten', openTimeline({ one: url }), {
      async cause() {
        await fill(9 * 1024 * 1024);
        await says('The disk for pictures is full.');
      },
      cure: empty,
    });
  });

  test('OPS-11 RestvardeClocksDiffer', async (t) => {
    const { node, timeline } = await startWatched(t);
    const clock = await openDatabaseClock(node.ownerUrl);
    t.after(() => clock.end());
    await sees('RestvardeClocksDiffer', timeline, {
      cause: () => clock.jump(-60),
      lasts: 6,
      cure: () => clock.jump(0),
    });
  });

  test('OPS-11 RestvardeCertificateExpires', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'restvarde-alarms-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const read = async () => ({
      key: await readFile(join(folder, 'tls.key')),
      cert: await readFile(join(folder, 'tls.crt')),
    });
    makeCertificate(folder, 90);
    const site = createServer(await read());
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    t.after(() => site.close());
    const { port } = site.address() as { port: number };
    const { node, timeline } = await startWatched(t, { publicUrl: `https://127.0.0.1:${port}` });
    const days = async () =>
      Number(/expiry_seconds ([\d.]+)/.exec(await node.metrics())?.[1]) / 86_400;
    await eventually(async () => assert.ok((await days()) > 89));
    await sees('RestvardeCertificateExpires', timeline, {
      async cause() {
        makeCertificate(folder, 2);
        site.setSecureContext(await read());
        await eventually(async () => assert.ok((await days()) < 3));
      },
      lasts: 11,
      async cure() {
        makeCertificate(folder, 90);
        site.setSecureContext(await read());
        await eventually(async () => assert.ok((await days()) > 89));
      },
    });
  });

  test('OPS-11, OPS-14, DATA-3 RestvardeBackupMissing, RestvardeVerifyMissing, RestvardeVerifyFaults', async (t) => {
    const { node } = await startWatched(t);
    const world = await makeSaleWorld(node);
    const auction = await world.end();
    const url = await openMetrics(t, node);
    const folder = await mkdtemp(join(tmpdir(), 'restvarde-alarms-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const run = (command: Command, args: string[] = []) =>
      command.run({
        args,
        options: {},
        isDry: false,
        print: () => {},
        env: {
          DATABASE_URL: node.databaseUrl,
          DATABASE_OWNER_URL: node.ownerUrl,
          DATA_DIR: join(node.mediaFolder, '..'),
          SECRET: TEST_SECRET,
          SMTP_URL: 'smtp://127.0.0.1:9',
          PUBLIC_URL: 'http://localhost:3000',
          MAIL_FROM: 'no-reply@restvarde.example',
        },
      });
    const age = async () => {
      await sql`update migrations set timestamp = (timestamp::timestamptz - interval '2 days')::text`.execute(
        node.owner,
      );
      await sql`update operator_runs set ended_at = ended_at - interval '2 days'`.execute(
        node.owner,
      );
    };
    for (const [alarm, command, args] of [
      ['RestvardeBackupMissing', backup, [folder]],
      ['RestvardeVerifyMissing', verify, []],
    ] as const) {
      await run(command, [...args]);
      await sees(alarm, openTimeline({ one: url }), {
        cause: age,
        lasts: 11,
        cure: () => run(command, [...args]),
      });
    }
    const change = async (by: number) => {
      await sql`alter table bids disable trigger user`.execute(node.owner);
      await sql`update bids set amount = amount + ${by} where auction_id = ${auction} and id = 1`.execute(
        node.owner,
      );
      await sql`alter table bids enable trigger user`.execute(node.owner);
      await run(verify);
    };
    await sees('RestvardeVerifyFaults', openTimeline({ one: url }), {
      cause: () => change(1),
      cure: () => change(-1),
    });
  });

  test('OPS-11, DATA-3 RestvardeAnchorsFell, RestvardeLinksSealedLate', async (t) => {
    const { node } = await startWatched(t);
    const world = await makeSaleWorld(node);
    const auctions = [await world.end(), await world.end()];
    const log = { info() {}, warn() {}, error() {} };
    // A worker that was started since remembers no anchor.
    const startWorker = () => {
      const metrics = openWorkerMetrics();
      const anchoring = openAnchoring(node.context, log);
      metrics.watchAnchors(anchoring);
      return { metrics, seal: anchoring.seal };
    };
    let worker = startWorker();
    const port = await openMetricsPort({ host: '127.0.0.1', port: 0 }, () =>
      worker.metrics.render(),
    );
    t.after(() => port.stop());
    const url = `http://127.0.0.1:${port.port}/metrics`;
    const rewrite = async () => {
      await node.owner.transaction().execute(async (tx) => {
        for (const statement of [
          sql`set local session_replication_role = replica`,
          sql`delete from chain_links`,
          sql`delete from chain_anchors`,
          sql`update audit_log set at = at - interval '1 year'`,
          sql`select extend_chain(${auctions}::integer[])`,
        ]) {
          await statement.execute(tx);
        }
      });
      worker = startWorker();
      await worker.seal();
    };
    await worker.seal();
    await world.act(auctions[1]!, 'bids/2/select-winner');
    await worker.seal();
    await sees('RestvardeAnchorsFell', openTimeline({ one: url }), {
      cause: rewrite,
      async cure() {
        auctions.push(await world.end());
        await worker.seal();
      },
    });
    await sees('RestvardeLinksSealedLate', openTimeline({ one: url }), {
      cause: rewrite,
      cure: async () => {},
      minutes: 62,
    });
  });

  test('OPS-11 every alarm has been seen to fire and to resolve', async () => {
    const names = (await readFile(ALERTS, 'utf8')).matchAll(/- alert: (\w+)/g);
    assert.deepEqual(
      [...names].map(([, name]) => name!).filter((name) => !proven.has(name)),
      isRoot ? [] : ['RestvardePicturesNotWritten', 'RestvardeDiskNearlyFull'],
    );
  });
});
