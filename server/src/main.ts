// Entry point of a node in production: `node server/src/main.ts`. The demo has its own in demo/.
import { providerOfEnvironment } from './auth/sign-on-providers.ts';
import { readConfig } from './config.ts';
import { listen } from './listen.ts';
import { startNode } from './node.ts';
import { openMetricsPort } from './operation/metrics-port.ts';
import { WEB_FOLDER } from './pages/web-app.ts';
import { assertReachable, prepareDatabase } from './prepare-database.ts';
import { run } from './run.ts';

await run(async (onStop) => {
  const config = readConfig(process.env);
  const { databaseUrl, directUrl, ownerUrl, readUrl, role, smtpUrl, oidc } = config;
  // The owner's address may lead past a pooler that is down.
  if (databaseUrl !== ownerUrl) await assertReachable('DATABASE_URL', databaseUrl);
  if (directUrl !== databaseUrl) await assertReachable('DATABASE_DIRECT_URL', directUrl);
  await prepareDatabase(ownerUrl, directUrl);
  const node = await startNode({
    config,
    databaseUrl,
    directUrl,
    readUrl,
    smtpUrl: role === 'web' ? null : smtpUrl,
    answersCalls: role !== 'worker',
    webFolder: WEB_FOLDER,
    oidc: providerOfEnvironment(oidc),
  });
  onStop(() => node.stop(config.shutdownGraceMs));
  if (config.metrics) {
    const port = await openMetricsPort(config.metrics, node.metrics);
    onStop(port.stop);
  }
  await listen(node, config);
  node.app.log.info(`Restvärde is at ${config.publicUrl}`);
});
