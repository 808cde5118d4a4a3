import type { IncomingMessage } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { MailDev } from 'maildev';

/** Emails kept: the oldest go first. */
const KEPT = 1_000;

const { smtpPort, webPort, folder } = workerData as {
  smtpPort: number;
  webPort: number;
  folder: string;
};

try {
  const mailbox = new MailDev({
    smtp: smtpPort,
    ip: '127.0.0.1',
    web: webPort,
    webIp: '127.0.0.1',
    mailDirectory: folder,
    maxEmails: KEPT,
    silent: true,
  });
  const { smtp, api } = await mailbox.start();
  const page = api!;
  // The REST interface is known as /email; MailDev 3 moved it to /api/email.
  page.server.server.prependListener('request', (request: IncomingMessage) => {
    if (/^\/email(?:[/?]|$)/.test(request.url ?? '')) request.url = `/api${request.url}`;
  });
  parentPort!.postMessage({ smtp: smtp.getPort(), web: page.getPort() });
} catch (error) {
  const { code, port, message } = error as { code?: string; port?: number; message: string };
  parentPort!.postMessage({ code, port, message });
}
