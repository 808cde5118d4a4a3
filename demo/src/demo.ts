import { join } from 'node:path';
import type { Environment } from '@restvarde/server/config';
import type { Fail, OnStop } from '@restvarde/server/run';
import { AD_ACCOUNT, DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';
import { type DemoConfig, readDemoConfig } from './demo-config.ts';
import { type Mailbox, startMailbox } from './mailbox/mailbox.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { openSignOnProvider } from './sign-on/sign-on-provider.ts';
import { startVehicleRegister } from './vehicles/vehicle-register.ts';

/**
 * Starts the product with its own PostgreSQL, mailbox, sign-on provider and demo world, and prints how to log in.
 * Throws StartError for errors that the user can fix.
 */
export async function startDemo(env: Environment, onStop: OnStop, fail: Fail): Promise<void> {
  const config = readDemoConfig(env);
  const { server } = config;
  const mailbox = config.hasMailbox ? openMailbox(config, onStop) : Promise.resolve(null);
  const database = await startEmbedded({
    dataDir: server.dataDir,
    log: console.log,
    // Loads the product while PostgreSQL starts. Its errors are thrown below.
    onLaunch: () => void import('./serve-demo.ts').catch(() => {}),
    onLost: fail,
  });
  onStop(() => database.stop());
  const oidc = openSignOn(config, onStop);
  if (server.vehicleProvider === null) {
    const register = await startVehicleRegister();
    onStop(() => register.stop());
    server.vehicleProvider = register;
  }
  // A free port is known once the mailbox listens. With a fixed port nothing waits: an early email is retried.
  const found = config.mailboxSmtpPort === 0 ? await mailbox : null;
  const smtpUrl = found?.smtpUrl ?? server.smtpUrl;
  const { serveDemo } = await import('./serve-demo.ts');
  await serveDemo(config, { database, smtpUrl, oidc }, onStop);
  // A fixed port is checked at once. Otherwise the provider starts when it is needed.
  if (config.signOnPort > 0) await oidc.settings();
  welcome(server.publicUrl, (await mailbox)?.url ?? null, process.argv.includes('--dev'));
}

function openMailbox(config: DemoConfig, onStop: OnStop): Promise<Mailbox> {
  const mailbox = startMailbox({
    smtpPort: config.mailboxSmtpPort,
    webPort: config.mailboxPort,
    folder: join(config.server.dataDir, 'mailbox'),
  });
  // The error is thrown where it is awaited. Until then it must not end the process.
  mailbox.catch(() => {});
  onStop(async () => (await mailbox.catch(() => null))?.stop());
  return mailbox;
}

/** The configured provider, otherwise the demo's. */
function openSignOn(config: DemoConfig, onStop: OnStop) {
  const { oidc, publicUrl } = config.server;
  if (oidc) return { domains: oidc.domains, settings: async () => oidc };
  const provider = openSignOnProvider({ port: config.signOnPort, publicUrl, email: AD_ACCOUNT });
  onStop(() => provider.stop());
  return { domains: [AD_ACCOUNT.split('@')[1]!], settings: () => provider.settings() };
}

/** With `isDev` Vite serves the pages; the server's own are those of the last build, if any. */
function welcome(publicUrl: string, mailboxUrl: string | null, isDev: boolean): void {
  if (isDev) console.log(`\n  The server is at ${publicUrl}; the pages are at Vite's address.`);
  else console.log(`\n  Restvärde is at  ${publicUrl}`);
  if (mailboxUrl) console.log(`  Its mailbox is at  ${mailboxUrl}  (login codes arrive there)`);
  console.log(`  All emails are shown at  ${publicUrl}/demo/emails\n`);
  for (const account of DEMO_ACCOUNTS) console.log(`  ${account.email.padEnd(34)} ${account.is}`);
  console.log(`\n  The password of all is  ${DEMO_PASSWORD}\n`);
}
