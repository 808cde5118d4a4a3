import type { OidcSettings } from '@restvarde/server/config';
import { listen } from '@restvarde/server/listen';
import { startNode } from '@restvarde/server/node';
import { WEB_FOLDER } from '@restvarde/server/pages/web-app';
import { prepareDatabase } from '@restvarde/server/prepare-database';
import type { OnStop } from '@restvarde/server/run';
import type { DemoConfig } from './demo-config.ts';
import { emailGallery } from './emails/email-gallery.ts';
import { offerDemoLogin, takeDemoLogins } from './login/demo-login.ts';
import type { Embedded } from './postgres/embedded.ts';

export interface Surroundings {
  database: Embedded;
  smtpUrl: string;
  oidc: { domains: string[]; settings(): Promise<OidcSettings> };
}

const CONTACT = { email: 'kontakt@restvarde.example', phone: '08-123 45 00' };

/** Starts the product with the demo world. */
export async function serveDemo(
  config: DemoConfig,
  { database, smtpUrl, oidc }: Surroundings,
  onStop: OnStop,
): Promise<void> {
  const { server } = config;
  await prepareDatabase(database.url, database.appUrl);
  const node = await startNode({
    config: { ...server, publishesApiDocs: true, contact: CONTACT },
    databaseUrl: database.appUrl,
    smtpUrl,
    webFolder: WEB_FOLDER,
    oidc,
  });
  onStop(() => node.stop());
  const { pool } = node.context;
  // Loaded only if there is no world yet.
  const known = await pool.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (!known) {
    const { makeDemoWorld } = await import('./world/make-world.ts');
    await makeDemoWorld(node.context, config);
  }
  emailGallery(node.app);
  takeDemoLogins(node.app, node);
  // Tests use a world of users only, and the product's pages without the demo's buttons.
  if (config.hasAuctions) offerDemoLogin(node.app);
  await listen(node, { ...server, databaseUrl: database.url });
}
