import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const MAIN = join(import.meta.dirname, '../demo/src/main.ts');
const START_LIMIT_MS = 60_000;

/** The real product, started as a user starts it, in a folder of its own. */
export interface Product {
  url: string;
  mailboxUrl: string;
  /** The product's database, to let time pass for an auction. */
  database: pg.Client;
  /** Kills the server and its database as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on what is on disk. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the product with the demo's people, its auctions if they are wanted, and a mailbox of its own or this
 * one; on a copy of the data in PREPARED_DIR if there is one and `isFresh` is not asked for. Stop it in `after`.
 */
export async function startProduct({
  auctions = false,
  mail,
  isFresh = false,
}: {
  auctions?: boolean;
  mail?: { smtpUrl: string; mailboxUrl: string };
  /** All the way from an empty folder, and safe on the disk. */
  isFresh?: boolean;
} = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-e2e-'));
  const prepared = process.env.PREPARED_DIR;
  if (prepared && !isFresh && !auctions) {
    // Not by Node, which leaves out whose files they are.
    await promisify(execFile)('cp', ['-a', `${prepared}/data/.`, folder]);
  }
  const environment = await environmentOf(folder);
  if (auctions) environment.DEMO_AUCTIONS = '1';
  if (mail) environment.SMTP_URL = mail.smtpUrl;
  let child: ChildProcess;

  const product: Product = {
    url: environment.PUBLIC_URL,
    mailboxUrl: mail?.mailboxUrl ?? `http://127.0.0.1:${environment.MAILBOX_PORT}`,
    database: new pg.Client(),
    async start() {
      child = await launch(environment);
      product.database = new pg.Client({ connectionString: await databaseUrl(folder) });
      // A killed database ends the connection; that is what such a test is about.
      product.database.on('error', () => {});
      await product.database.connect();
    },
    async kill() {
      const { pid } = await postmaster(folder);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      process.kill(pid, 'SIGKILL');
      await ended;
    },
    async stop() {
      await product.database.end().catch(() => {});
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await product.start();
  return product;
}

/** Makes the folder that products are copied from: once started, once stopped, and quick from then on. */
export async function prepareData(folder: string): Promise<void> {
  await end(await launch(await environmentOf(folder)));
  await appendFile(
    join(folder, 'postgres/postgresql.conf'),
    '\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\n',
  );
}

async function environmentOf(folder: string) {
  const [port, mailboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  return {
    ...process.env,
    DATABASE_URL: '',
    // Building the gallery sets it for this whole process.
    NODE_ENV: '',
    DATA_DIR: folder,
    DEMO_AUCTIONS: '0',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MAILBOX_PORT: String(mailboxPort),
    MAILBOX_SMTP_PORT: String(smtpPort),
    // Whatever the shell that runs the tests is set up for.
    ...{ SMTP_URL: '', OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' },
    ...{ S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' },
    DEMO_IDP_PORT: '0',
  };
}

async function launch(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await isReady(child);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string) => reject(new Error(`The product did not start: ${why}\n${said}`));
    const timer = setTimeout(() => fail('it took too long'), START_LIMIT_MS);
    const listen = (chunk: Buffer) => {
      said += chunk;
      if (!said.includes('The password of all is')) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`it ended with ${code}`);
    });
  });
}

async function postmaster(folder: string): Promise<{ pid: number; port: number }> {
  const lines = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

async function databaseUrl(folder: string): Promise<string> {
  const { password } = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8'));
  const { port } = await postmaster(folder);
  return `postgres://postgres:${password}@127.0.0.1:${port}/restvarde`;
}
