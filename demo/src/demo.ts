import { join } from 'node:path';
import type { Environment } from '@restvarde/server/config';
import { listen } from '@restvarde/server/listen';
import { startNode } from '@restvarde/server/node';
import { WEB_FOLDER } from '@restvarde/server/pages/web-app';
import { prepareDatabase } from '@restvarde/server/prepare-database';
import type { Fail, OnStop } from '@restvarde/server/run';
import { AD_ACCOUNT, DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';
import { type DemoConfig, readDemoConfig } from './demo-config.ts';
import { emailGallery } from './emails/email-gallery.ts';
import { offerDemoLogin, takeDemoLogins } from './login/demo-login.ts';
import { type Mailbox, startMailbox } from './mailbox/mailbox.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { openSignOnProvider } from './sign-on/sign-on-provider.ts';
import { makeDemoWorld } from './world/make-world.ts';

/**
 * Starts the product on a PostgreSQL, a mailbox and a sign-on provider of its own, with a world to try it in, as the
 * environment says; says how to get in. Throws a StartError for what whoever starts it can mend.
 */
export async function startDemo(env: Environment, onStop: OnStop, fail: Fail): Promise<void> {
  const config = readDemoConfig(env);
  const { server } = config;
  const mailbox = config.hasMailbox ? openMailbox(config, onStop) : Promise.resolve(null);
  const database = await startEmbedded({
    dataDir: server.dataDir,
    log: console.log,
    onLost: fail,
  });
  onStop(() => database.stop());
  await prepareDatabase(database.url, database.appUrl);
  const oidc = openSignOn(config, onStop);
  const node = await startNode({
    config: { ...server, isDescribed: true },
    databaseUrl: database.appUrl,
    smtpUrl: (await mailbox)?.smtpUrl ?? server.smtpUrl,
    webFolder: WEB_FOLDER,
    oidc,
  });
  onStop(() => node.stop());
  await makeDemoWorld(node.context, config);
  emailGallery(node.app);
  takeDemoLogins(node.app, node);
  // A world of people alone is for tests, whose pages are the product's own.
  if (config.hasAuctions) offerDemoLogin(node.app);
  await listen(node, { ...server, databaseUrl: database.url });
  // A port that was named is reported at once when it is taken; else the provider starts when it is needed.
  if (config.signOnPort > 0) await oidc.settings();
  welcome(server.publicUrl, (await mailbox)?.url ?? null, process.argv.includes('--dev'));
}

function openMailbox(config: DemoConfig, onStop: OnStop): Promise<Mailbox> {
  const mailbox = startMailbox({
    smtpPort: config.mailboxSmtpPort,
    webPort: config.mailboxPort,
    folder: join(config.server.dataDir, 'mailbox'),
  });
  // Its fault is told by whoever waits for it; until then it must not end the process unheard.
  mailbox.catch(() => {});
  onStop(async () => (await mailbox.catch(() => null))?.stop());
  return mailbox;
}

/** The company's provider, if one was named; else the demo's own. */
function openSignOn(config: DemoConfig, onStop: OnStop) {
  const { oidc, publicUrl } = config.server;
  if (oidc) return { domains: oidc.domains, settings: async () => oidc };
  const provider = openSignOnProvider({ port: config.signOnPort, publicUrl, email: AD_ACCOUNT });
  onStop(() => provider.stop());
  return { domains: [AD_ACCOUNT.split('@')[1]!], settings: () => provider.settings() };
}

/** With `isDev` the pages are Vite's: the server's own are those that were built last, if any. */
function welcome(publicUrl: string, mailboxUrl: string | null, isDev: boolean): void {
  if (isDev) console.log(`\n  The server is at ${publicUrl}; the pages are at Vite's address.`);
  else console.log(`\n  Restvärde is at  ${publicUrl}`);
  if (mailboxUrl) console.log(`  Its mailbox is at  ${mailboxUrl}  (login codes arrive there)`);
  console.log(`  All emails are shown at  ${publicUrl}/demo/emails\n`);
  for (const account of DEMO_ACCOUNTS) console.log(`  ${account.email.padEnd(34)} ${account.is}`);
  console.log(`\n  The password of all is  ${DEMO_PASSWORD}\n`);
}
