// `npm run restvarde` without DATABASE_URL: runs an operator's command on the demo's database, which it starts if
// necessary.
import { StartError } from '@restvarde/server/start-error';
import { readDemoConfig } from './demo-config.ts';
import { findEmbedded, startEmbedded } from './postgres/embedded.ts';

try {
  const { server } = readDemoConfig(process.env);
  const { dataDir, secret, publicUrl, smtpUrl, mailFrom } = server;
  const running = await findEmbedded(dataDir);
  const own = running === null ? await startEmbedded({ dataDir }) : null;
  Object.assign(process.env, {
    DATABASE_URL: running ?? own!.url,
    DATA_DIR: dataDir,
    SECRET: secret,
    PUBLIC_URL: publicUrl,
    SMTP_URL: smtpUrl,
    MAIL_FROM: mailFrom,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  });
  try {
    await import('@restvarde/server/commands/restvarde');
  } finally {
    await own?.stop();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 2;
}
