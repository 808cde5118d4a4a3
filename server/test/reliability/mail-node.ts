// A node of the product in a process of its own, to be killed: it sends mail until then. It says a line when
// it is up.
import { startNode } from '../../src/node.ts';

const { databaseUrl, smtpUrl, dataDir } = JSON.parse(process.argv[2]!);
const { working } = await startNode({
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
});
await working;
console.log('up');
// Whoever asked for it is gone.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
