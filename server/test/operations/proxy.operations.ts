import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { eventually } from '../eventually.ts';
import { makeStaff } from '../factories.ts';
import { freePort, type RunningMain, startMain } from '../start/main.ts';
import { startTestNode } from '../test-node.ts';
import { runProgram, without } from './programs.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');

interface Proxied {
  nodes: RunningMain[];
  port: number;
  folder: string;
}

const PROXIES: Record<string, (on: Proxied) => Promise<string[]>> = {
  async nginx({ nodes, port, folder }) {
    const text = await readFile(join(DEPLOY, 'nginx.conf'), 'utf8');
    const config = text
      .replace('node-1:3000', new URL(nodes[0]!.url).host)
      .replace('node-2:3000', new URL(nodes[1]!.url).host)
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll('/etc/nginx/tls', folder)
      .replace('/dev/stdout', join(folder, 'access.log'))
      .replace('/dev/stderr', join(folder, 'error.log'));
    const file = join(folder, 'nginx.conf');
    await writeFile(file, `pid ${folder}/nginx.pid;\n${config}`);
    return ['-c', file, '-g', 'daemon off;'];
  },
  async haproxy({ nodes, port, folder }) {
    const manual = await readFile(join(DEPLOY, '../docs/operate.md'), 'utf8');
    const text = /```\n(frontend https\n.+?)```/s.exec(manual)![1]!;
    const config = text
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/haproxy/restvarde.pem', join(folder, 'restvarde.pem'))
      .replace('10.0.0.11:3000', new URL(nodes[0]!.url).host)
      .replace('10.0.0.12:3000', new URL(nodes[1]!.url).host);
    const file = join(folder, 'haproxy.cfg');
    const defaults = 'defaults\n  mode http\n  timeout connect 2s\n  timeout client 75s\n';
    await writeFile(file, `global\n  maxconn 1000\n${defaults}\n${config}`);
    return ['-db', '-f', file];
  },
};

for (const [name, configure] of Object.entries(PROXIES)) {
  test(`OPS-2, OPS-1 behind ${name} with TLS a node that is told to stop fails no call, and its sockets come back`, {
    skip: without(name),
  }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), `restvarde-${name}-`));
    await chmod(folder, 0o755);
    t.after(() => rm(folder, { recursive: true, force: true }));
    makeCertificate(folder);
    const database = await startTestNode();
    t.after(() => database.stop());
    const start = () => startMain(t, database.databaseUrl, folder, { SHUTDOWN_GRACE_S: '5' });
    const nodes = [await start(), await start()];
    const port = await freePort();
    runProgram(t, name, await configure({ nodes, port, folder }));
    const user = await makeStaff(database.context.pool.db, null, 30);
    const { access } = await database.logIn(user);
    const calls = keepCalling(port, access);
    t.after(calls.stop);
    await eventually(async () => assert.ok(calls.served() > 20), 10_000);
    // What came before it was up.
    calls.failures.length = 0;

    const open = async () => {
      const socket = new WebSocket(`wss://127.0.0.1:${port}/ws/auctions/`, {
        rejectUnauthorized: false,
      });
      await once(socket, 'open');
      socket.send(JSON.stringify({ token: access }));
      await once(socket, 'message');
      return socket;
    };
    // As many as make it likely that some are on each node.
    const sockets = await Promise.all(Array.from({ length: 16 }, open));
    t.after(() => {
      for (const socket of sockets) socket.terminate();
    });
    const closings = sockets.map((socket) => once(socket, 'close').then(([code]) => code));
    const leaving = nodes[0]!;
    leaving.process.kill('SIGTERM');
    const [code] = await leaving.ended;
    assert.equal(code, 0, await leaving.said);
    const sent = await Promise.all(closings.map((one) => Promise.race([one, pause(100, 'stays')])));
    assert.ok(sent.includes(1012), String(sent));
    assert.deepEqual(
      sent.filter((one) => one !== 1012 && one !== 'stays'),
      [],
    );
    (await open()).close();
    assert.deepEqual(calls.failures, []);
  });
}

function makeCertificate(folder: string): void {
  const [key, crt] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', key, '-out', crt, '-days', '2', '-subj', '/CN=restvarde.example'],
    ],
    { stdio: 'ignore' },
  );
  execFileSync('sh', ['-c', `cat ${crt} ${key} > ${join(folder, 'restvarde.pem')}`]);
}

/** Fifty calls a second until it is stopped, as pages make them. */
function keepCalling(port: number, access: string) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const failures: string[] = [];
  let served = 0;
  const call = () =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${access}` };
      const url = `https://127.0.0.1:${port}/api/users/me`;
      request(url, { agent, headers }, (reply) => {
        if (reply.statusCode === 200) served++;
        else failures.push(`status ${reply.statusCode}`);
        reply.resume().on('close', resolve);
      })
        .on('error', (error) => {
          failures.push(error.message);
          resolve();
        })
        .end();
    });
  const inFlight = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = call().then(() => void inFlight.delete(one));
    inFlight.add(one);
  }, 20);
  return {
    failures,
    served: () => served,
    async stop() {
      clearInterval(timer);
      await Promise.all(inFlight);
      agent.destroy();
    },
  };
}
