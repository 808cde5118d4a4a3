// Runs products one at a time for tests. The parent sends the environment and gets the mailbox's address; 'stop' stops
// the product and answers null. All share one mailbox, which is emptied between them.
import { startDemo } from '../src/demo.ts';
import { startMailbox } from '../src/mailbox/mailbox.ts';
import { emptyMailbox } from '../src/mailbox/read-mailbox.ts';

const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
let stops: (() => Promise<unknown>)[] = [];

process.on('message', (message: NodeJS.ProcessEnv | 'stop') => {
  (message === 'stop' ? stop() : start(message)).then((answer) => process.send!(answer), fail);
});

async function start(environment: NodeJS.ProcessEnv): Promise<string> {
  await emptyMailbox(mailbox.url);
  const env = { ...environment, SMTP_URL: mailbox.smtpUrl };
  await startDemo(env, (stopDemo) => stops.push(stopDemo), fail);
  return mailbox.url;
}

async function stop(): Promise<null> {
  for (const stopOne of stops.reverse()) await stopOne();
  stops = [];
  return null;
}

async function fail(error: unknown): Promise<never> {
  console.error(error);
  process.exit(1);
}
