import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../test/eventually.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { startTestNode } from '../../test/test-node.ts';
import { LIMITS } from '../http/limit-table.ts';
import { openMetricsPort } from '../operation/metrics-port.ts';
import { openRegistry } from './registry.ts';

const MONITORING = join(import.meta.dirname, '../../../deploy/monitoring');

test('OPS-11 known series start at 0, and a failed reading is left out', async () => {
  const registry = openRegistry();
  registry.counter('emails_total', 'Emails.', ['outcome'], [{ outcome: 'sent' }]);
  registry.readCounter('ticks_total', 'Ticks.', () => 3);
  registry.gauge('broken', 'Fails.', () => Promise.reject(new Error('away')));
  let disk: number | null = 7;
  registry.gauge('disk', 'Disk.', () => disk ?? []);
  const read = async () =>
    (await registry.render()).split('\n').filter((line) => line && !line.startsWith('#'));
  assert.deepEqual(await read(), ['emails_total{outcome="sent"} 0', 'ticks_total 3', 'disk 7']);
  disk = null;
  assert.deepEqual(await read(), ['emails_total{outcome="sent"} 0', 'ticks_total 3']);
});

test('OPS-11 a separate port reports bids, batches, refusals, queues, pools and delays', async (t) => {
  const node = await startTestNode({ smtpUrl: 'smtp://127.0.0.1:9' });
  const port = await openMetricsPort({ host: '127.0.0.1', port: 0 }, node.metrics);
  t.after(async () => {
    await port.stop();
    await node.stop();
  });
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const manager = await makeStaff(db, company);
  const station = await makeStation(db, company);
  const auction = await makeAuction(db, { company, creator: manager });
  const bid = { bid: 1_000 };
  assert.equal(
    (await node.call(station.user_id, 'POST', `/api/auctions/${auction}/bids`, bid)).status,
    201,
  );
  const { take } = node.context.limits;
  const limit = { ...LIMITS.release_code, burst: 0 };
  await take(limit, 'probe');
  assert.ok((await take(limit, 'probe')) > 0);

  const read = async () => {
    const reply = await fetch(`http://127.0.0.1:${port.port}/metrics`);
    assert.equal(reply.status, 200);
    return reply.text();
  };
  const found = await read();
  for (const line of [
    /^restvarde_http_request_seconds_count\{method="POST",route="\/api\/auctions\/:id\/bids",status="201"\} 1$/m,
    /^restvarde_bid_seconds_count 1$/m,
    /^restvarde_bid_batch_size_bucket\{le="1"\} 1$/m,
    /^restvarde_limit_refused_total\{limit="release code"\} 1$/m,
    /^restvarde_live_sockets 0$/m,
    /^restvarde_ready [01]$/m,
    /^restvarde_auction_overdue_seconds 0$/m,
    /^restvarde_email_jobs\{state="new"\} \d+$/m,
    /^restvarde_email_oldest_seconds\{priority="urgent"\} [\d.]+$/m,
    /^restvarde_email_dead_letters 0$/m,
    /^restvarde_webhook_deliveries\{state="new"\} 0$/m,
    /^restvarde_webhook_oldest_seconds 0$/m,
    /^restvarde_webhooks\{state="stopped"\} 0$/m,
    /^restvarde_database_connections\{pool="vital",state="waiting"\} \d+$/m,
    /^restvarde_main_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m,
    /^restvarde_build_info\{version="\d+\.\d+\.\d+",commit="",schema="\d{4}-[a-z-]+"\} 1$/m,
  ]) {
    assert.match(found, line);
  }
  // The worker thread sends its metrics at intervals.
  await eventually(async () => assert.match(await read(), /restvarde_closing_delay_seconds/));
  // Every metric of the dashboards and alarms exists.
  const exposition = await read();
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const text = readFileSync(join(MONITORING, file), 'utf8');
    for (const [name] of text.matchAll(/\b(restvarde|process)_[a-z_]+/g)) {
      const family = name.replace(/_(bucket|sum|count)$/, '');
      assert.match(exposition, new RegExp(`^# TYPE ${family} `, 'm'), `${file}: ${name}`);
    }
    for (const [, routes] of text.matchAll(/\broute[!=~]+"([^"]+)"/g)) {
      for (const url of routes!.split('|'))
        assert.ok(node.app.hasRoute({ method: 'GET', url }), `${file}: ${url}`);
    }
  }
  assert.equal((await fetch(`http://127.0.0.1:${port.port}/`)).status, 404);
  assert.equal((await node.call(null, 'GET', '/metrics')).status, 404);
});
