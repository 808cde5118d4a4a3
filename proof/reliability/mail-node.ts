// A node in a separate process that can be killed. Sends emails, and serves HTTP if it is given a port. Prints a line
// when it is ready.
import { startNode } from '../../server/src/node.ts';

const { databaseUrl, smtpUrl, dataDir, port } = JSON.parse(process.argv[2]!);
const { app, working } = await startNode({
  config: {
    secret: 'a secret for tests that is long enough',
    publicUrl: 'http://localhost:3000',
    mailFrom: 'Restvärde <no-reply@restvarde.example>',
    dataDir,
    s3: null,
    logLevel: 'silent',
  },
  databaseUrl,
  smtpUrl,
  limitMultiplier: 1_000,
});
if (port) await app.listen({ port, host: '127.0.0.1' });
await working;
console.log('up');
// The parent has ended.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
