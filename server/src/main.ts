import { join } from 'node:path';
import { type Config, type OidcSettings, readConfig } from './config.ts';
import { startEmbedded } from './db/embedded.ts';
import { prepareDatabase } from './db/prepare.ts';
import { openHouse } from './house.ts';
import { startMailbox } from './mail/mailbox.ts';
import { StartError } from './start-error.ts';
import { composeJob } from './worker.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist');

/** What was started, to be stopped in the opposite order. */
const stops: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;

function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (const stop of stops.reverse()) await stop().catch((error) => console.error(error));
  })();
  return stopping;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const mailbox = config.smtpUrl
    ? null
    : startMailbox({
        smtpPort: config.mailboxSmtpPort,
        webPort: config.mailboxPort,
        folder: join(config.dataDir, 'mailbox'),
      });
  // Its fault is told when it is waited for below; until then it must not end the process unheard.
  mailbox?.catch(() => {});
  stops.push(async () => (await mailbox?.catch(() => null))?.stop());

  let databaseUrl = config.databaseUrl;
  if (!databaseUrl) {
    const embedded = await startEmbedded({ dataDir: config.dataDir });
    stops.push(() => embedded.stop());
    databaseUrl = embedded.url;
  }
  await prepareDatabase(databaseUrl);
  const smtpUrl = config.smtpUrl ?? (await mailbox!).smtpUrl;
  const signOn = await openSignOn(config);
  const house = await openHouse({
    config,
    databaseUrl,
    smtpUrl,
    webFolder: WEB_FOLDER,
    oidc: signOn && (() => signOn.settings()),
  });
  stops.push(() => house.stop());
  if (config.demo) {
    const { makeDemoWorld } = await import('./demo/demo-world.ts');
    const world = await makeDemoWorld(house.platform, { auctions: config.demoAuctions });
    stops.push(() => world.stop());
    const { letterGallery } = await import('./demo/letter-gallery.ts');
    letterGallery(house.app, house.platform, composeJob);
  }
  await house.app.listen({ port: config.port, host: config.host }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${config.port} is in use: set PORT to another.`);
  });
  // A port that was named is told at once when it is taken; else the provider starts when it is needed.
  if (config.demoIdpPort > 0) await signOn?.settings();
  await welcome(config, (await mailbox)?.url ?? null);
}

/** The company's provider; in a demo one of its own; null when nobody signs on. */
async function openSignOn(config: Config): Promise<{ settings(): Promise<OidcSettings> } | null> {
  const { oidc } = config;
  if (oidc) return { settings: async () => oidc };
  if (!config.demo) return null;
  const { openSignOnProvider } = await import('./demo/sign-on-provider.ts');
  const { AD_ACCOUNT } = await import('./demo/demo-accounts.ts');
  const provider = openSignOnProvider({
    port: config.demoIdpPort,
    publicUrl: config.publicUrl,
    email: AD_ACCOUNT,
  });
  stops.push(() => provider.stop());
  return provider;
}

async function welcome(config: ReturnType<typeof readConfig>, mailboxUrl: string | null) {
  console.log(`\n  Restvärde is at  ${config.publicUrl}`);
  if (!config.demo) return;
  const { DEMO_ACCOUNTS, DEMO_PASSWORD } = await import('./demo/demo-accounts.ts');
  console.log(`  Its mailbox is at  ${mailboxUrl}  (login codes arrive there)`);
  console.log(`  All letters are shown at  ${config.publicUrl}/demo/letters\n`);
  for (const account of DEMO_ACCOUNTS) console.log(`  ${account.email.padEnd(34)} ${account.is}`);
  console.log(`\n  The password of all is  ${DEMO_PASSWORD}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    // A second signal does not wait.
    process.once(signal, () => process.exit(1));
    await stopAll();
    process.exit(0);
  });
}

try {
  await start();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  await stopAll();
  process.exit(1);
}
