// A node of the product in a process of its own, to be killed or stopped: it sends mail until then, and serves calls on the
// port that it is given, if any. It says a line when it is up.
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
// Whoever asked for it is gone.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
