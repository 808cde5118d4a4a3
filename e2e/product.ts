import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

const MAIN = join(import.meta.dirname, '../server/src/main.ts');
const START_LIMIT = 60_000;

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
 * one. Stop it in `after`.
 */
export async function startProduct({
  auctions = false,
  mail,
}: {
  auctions?: boolean;
  mail?: { smtpUrl: string; mailboxUrl: string };
} = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-e2e-'));
  const [port, mailboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const environment = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: folder,
    DEMO_AUCTIONS: auctions ? '1' : '0',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MAILBOX_PORT: String(mailboxPort),
    MAILBOX_SMTP_PORT: String(smtpPort),
    // Whatever the shell that runs the tests is set up for.
    ...{
      SMTP_URL: mail?.smtpUrl ?? '',
      OIDC_ISSUER: '',
      OIDC_CLIENT_ID: '',
      OIDC_CLIENT_SECRET: '',
    },
    ...{ S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' },
    DEMO_IDP_PORT: '0',
  };
  let child: ReturnType<typeof spawn>;

  const product: Product = {
    url: `http://127.0.0.1:${port}`,
    mailboxUrl: mail?.mailboxUrl ?? `http://127.0.0.1:${mailboxPort}`,
    database: new pg.Client(),
    async start() {
      child = spawn(process.execPath, [MAIN], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      await isReady(child);
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
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
  await product.start();
  return product;
}

function isReady(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string) => reject(new Error(`The product did not start: ${why}\n${said}`));
    const timer = setTimeout(() => fail('it took too long'), START_LIMIT);
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
