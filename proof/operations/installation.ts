// An installation as docs/operate.md describes it, for browser tests (E2E_BEHIND): two nodes behind a proxy with TLS,
// PostgreSQL with two roles, a bucket, a mail server. DATA_DIR has the data of a demo, for its accounts. Takes the
// demo's environment. The bucket is at S3_ENDPOINT, or in a store that it starts.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { AD_ACCOUNT } from '../../demo/src/accounts.ts';
import { startMailbox } from '../../demo/src/mailbox/mailbox.ts';
import { startEmbedded } from '../../demo/src/postgres/embedded.ts';
import { openSignOnProvider } from '../../demo/src/sign-on/sign-on-provider.ts';
import type { Bucket } from '../../server/src/config.ts';
import { openStore } from '../../server/src/media/store.ts';
import { prepareDatabase } from '../../server/src/prepare-database.ts';
import { type OnStop, run } from '../../server/src/run.ts';
import { StartError } from '../../server/src/start-error.ts';
import { startBucket } from '../../server/test/start/bucket.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { findProgram, runProgram } from './programs.ts';
import { makeCertificate, PROXIES } from './proxies.ts';

const NODE = join(import.meta.dirname, '../../server/src/main.ts');

await run(async (onStop) => {
  const env = process.env as Record<string, string>;
  const proxy = env.E2E_BEHIND!;
  const configure = PROXIES[proxy];
  if (!configure || !findProgram(proxy)) {
    throw new StartError(
      `E2E_BEHIND must be ${Object.keys(PROXIES).join(' or ')}, and installed: apt-get install ${proxy}`,
    );
  }
  const dataDir = env.DATA_DIR!;
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-installation-'));
  onStop(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  // The proxy starts processes in other groups.
  await chmod(folder, 0o755);
  makeCertificate(folder);

  const database = await startEmbedded({ dataDir });
  onStop(() => database.stop());
  await prepareDatabase(database.url, database.appUrl);
  const s3 = await openBucket(onStop);
  await fillStore(dataDir, s3);
  const smtpUrl = env.SMTP_URL || (await openMailbox(onStop, env, folder));

  const publicUrl = env.PUBLIC_URL!;
  const provider = openSignOnProvider({ port: 0, publicUrl, email: AD_ACCOUNT });
  onStop(() => provider.stop());
  const oidc = await provider.settings();

  const ports = [await freePort(), await freePort()];
  for (const port of ports) {
    startNode(onStop, {
      PATH: env.PATH!,
      NODE_ENV: 'production',
      DATABASE_URL: database.appUrl,
      SECRET: await readFile(join(dataDir, 'secret'), 'utf8'),
      PUBLIC_URL: publicUrl,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Restvärde <no-reply@restvarde.example>',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      OIDC_ISSUER: oidc.issuer,
      OIDC_CLIENT_ID: oidc.client_id,
      OIDC_CLIENT_SECRET: oidc.client_secret,
      OIDC_DOMAINS: AD_ACCOUNT.split('@')[1]!,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      SHUTDOWN_GRACE_S: '0',
    });
  }
  const nodes = ports.map((port) => `127.0.0.1:${port}`) as [string, string];
  const args = await configure({ nodes, port: Number(env.PORT), folder });
  runProgram({ after: (stop) => onStop(async () => stop()) }, proxy, args);
});

function startNode(onStop: OnStop, env: Record<string, string>): void {
  const child = spawn(process.execPath, [NODE], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  onStop(() => {
    child.kill();
    return ended;
  });
}

/** Returns an empty bucket at S3_ENDPOINT or in memory. */
async function openBucket(onStop: OnStop): Promise<Bucket> {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
  if (!S3_ENDPOINT) {
    const own = await startBucket();
    onStop(() => own.stop());
    return own.s3;
  }
  const named = {
    endpoint: S3_ENDPOINT,
    region: S3_REGION || 'us-east-1',
    bucket: `restvarde-${randomUUID()}`,
    accessKeyId: S3_ACCESS_KEY_ID!,
    secretAccessKey: S3_SECRET_ACCESS_KEY!,
  };
  const client = new S3Client({ ...named, credentials: named, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: named.bucket }));
  client.destroy();
  return named;
}

/** Moves a folder's files into a bucket. */
async function fillStore(dataDir: string, s3: Bucket): Promise<void> {
  const from = await openStore({ dataDir, s3: null });
  const to = await openStore({ dataDir, s3 });
  for await (const path of from.list()) await to.put(path, await buffer((await from.open(path))!));
}

async function openMailbox(
  onStop: OnStop,
  env: Record<string, string>,
  folder: string,
): Promise<string> {
  const mailbox = await startMailbox({
    smtpPort: Number(env.MAILBOX_SMTP_PORT),
    webPort: Number(env.MAILBOX_PORT),
    folder: join(folder, 'mailbox'),
  });
  onStop(() => mailbox.stop());
  return mailbox.smtpUrl;
}
