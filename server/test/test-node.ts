import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Tokens } from '@restvarde/contract/auth/session';
import type {
  Bucket,
  OperatorContact,
  SecurityContact,
  TracingSettings,
  VehicleProvider,
} from '../src/config.ts';
import type { OwnProvider } from '../src/context.ts';
import { type Database, openPool } from '../src/db/pool.ts';
import { type Node, startNode } from '../src/node.ts';
import { checkContract } from './answer-shape.ts';
import { createTestDatabase } from './test-database.ts';

/** A node with its own database, and helpers. */
export interface TestNode extends Node {
  databaseUrl: string;
  /** The node's database, as the owner of its tables. For changes that the product never makes (DATA-4). */
  owner: Database;
  ownerUrl: string;
  /** Folder of this node's pictures and documents. */
  mediaFolder: string;
  /** The names in that folder, sorted, without the node's own probe of the disk. */
  storedFolders(): Promise<string[]>;
  /** Another node on the same database and media. */
  startAnother(): Promise<Node>;
  /** Logs a user in without an email. */
  logIn(userId: number): Promise<Tokens>;
  /**
   * Calls as a user (null: without a token) and checks the answer against the contract. Returns status and parsed body.
   */
  call(
    userId: number | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object | null,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

export const TEST_SECRET = 'a secret for tests that is long enough';

interface TestNodeOptions {
  /** Emails are sent only with a mail server. */
  smtpUrl?: string;
  /** Without, limits are a thousand times wider. */
  limits?: 'real';
  oidc?: OwnProvider;
  s3?: Bucket;
  trustedProxies?: string[];
  publishesApiDocs?: boolean;
  security?: SecurityContact;
  contact?: OperatorContact;
  /** An existing database, which is kept; otherwise a new one. */
  databaseUrl?: string;
  /** The database without the proxy or pooler of `databaseUrl`. */
  directUrl?: string;
  /** A standby of the database. */
  readUrl?: string;
  tracing?: TracingSettings;
  breachedPasswords?: string;
  anchorEmail?: string;
  webFolder?: string;
  commit?: string;
  publicUrl?: string;
  reachesPrivate?: boolean;
  logsAccess?: boolean;
  vehicleProvider?: VehicleProvider;
}

/** Opens a node that is stopped after the tests of the calling file. */
export async function openTestNode(
  options: TestNodeOptions = {},
): Promise<{ node: TestNode; db: Database }> {
  const node = await startTestNode(options);
  after(() => node.stop());
  return { node, db: node.context.pool.db };
}

/** Opens a node that the caller stops. */
export async function startTestNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const made = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = made?.appUrl ?? options.databaseUrl!;
  const ownerUrl = made?.url ?? databaseUrl;
  const owner = openPool(ownerUrl, 2, { timeouts: 'none' });
  const dataDir = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
  const mediaFolder = join(dataDir, 'media');
  const config = {
    secret: TEST_SECRET,
    publicUrl: options.publicUrl ?? 'http://localhost:3000',
    commit: options.commit ?? null,
    mailFrom: 'Restvärde <no-reply@restvarde.example>',
    dataDir,
    s3: options.s3 ?? null,
    logLevel: 'silent',
    publishesApiDocs: options.publishesApiDocs ?? true,
    security: options.security ?? null,
    contact: options.contact ?? null,
    anchorEmail: options.anchorEmail ?? null,
    reachesPrivate: options.reachesPrivate ?? false,
    logsAccess: options.logsAccess ?? false,
    vehicleProvider: options.vehicleProvider ?? null,
    trustedProxies: options.trustedProxies ?? [],
    tracing: options.tracing ?? null,
    breachedPasswords: options.breachedPasswords ?? null,
  };
  const open = (smtpUrl: string | null) =>
    startNode({
      config,
      databaseUrl,
      directUrl: options.directUrl ?? databaseUrl,
      readUrl: options.readUrl ?? null,
      smtpUrl,
      oidc: options.oidc ?? null,
      webFolder: options.webFolder ?? null,
      limitMultiplier: options.limits === 'real' ? 1 : 1_000,
    });
  const node = await open(options.smtpUrl ?? null);
  await node.working;
  const others: Node[] = [];
  const tokens = new Map<number, Promise<Tokens>>();

  const logIn = (userId: number) =>
    node.context.pool.db.transaction().execute(async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select(['id', 'role'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return node.sessions.open(tx, user, { ip: null, user_agent: 'test' });
    });

  return {
    ...node,
    databaseUrl,
    owner: owner.db,
    ownerUrl,
    mediaFolder,
    async storedFolders() {
      const names = await readdir(mediaFolder).catch(() => []);
      return names.filter((name) => !name.startsWith('.')).sort();
    },
    async startAnother() {
      const other = await open(null);
      others.push(other);
      return other;
    },
    logIn,
    async call(userId, method, url, body, headers = {}) {
      if (userId !== null) {
        const known = tokens.get(userId) ?? logIn(userId);
        tokens.set(userId, known);
        headers = { authorization: `Bearer ${(await known).access}`, ...headers };
      }
      const reply = await node.app.inject({
        method,
        url,
        headers,
        ...(body ? { payload: body } : {}),
      });
      const isJson = String(reply.headers['content-type']).startsWith('application/json');
      const answer = {
        status: reply.statusCode,
        body: isJson ? reply.json() : reply.body,
        headers: reply.headers,
      };
      checkContract(method, url, answer);
      return answer;
    },
    async stop() {
      for (const other of others) await other.stop();
      await node.stop();
      await owner.end();
      await made?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
