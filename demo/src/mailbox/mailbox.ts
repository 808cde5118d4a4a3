import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StartError } from '@restvarde/server/start-error';

export type Mailbox = {
  /** Where emails are sent to. */
  smtpUrl: string;
  /** The page; its REST interface is at `/email` below it. */
  url: string;
  stop(): Promise<void>;
};

type Started = { smtp: number; web: number };
type Failed = { code?: string; port?: number; message: string };

/**
 * Starts the embedded MailDev on 127.0.0.1; port 0 takes a free one. It runs in a thread of its
 * own, since loading it costs most of a second that the first page should not wait for.
 * Emails are kept in `folder` over a restart; without one they go with the mailbox.
 * Throws StartError when a port is taken.
 */
export async function startMailbox(options: {
  smtpPort: number;
  webPort: number;
  folder?: string;
}): Promise<Mailbox> {
  const { smtpPort, webPort } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'restvarde-mailbox-'));
  mkdirSync(folder, { recursive: true });
  const worker = new Worker(new URL('./mailbox-worker.ts', import.meta.url), {
    workerData: { smtpPort, webPort, folder },
    stdout: true,
  });
  worker.stdout.resume();
  const stop = async () => {
    await worker.terminate();
    if (!options.folder) await rm(folder, { recursive: true, force: true });
  };
  const { promise, resolve, reject } = Promise.withResolvers<Started | Failed>();
  worker.once('error', reject).on('message', (message) => {
    // Node's own messages about what it watches come this way too.
    if ('smtp' in message || 'message' in message) resolve(message);
  });
  const answer = await promise.catch((error: Error) => ({ message: error.message }));
  if (!('smtp' in answer)) {
    await stop();
    throw explain(answer, options);
  }
  worker.unref();
  return {
    smtpUrl: `smtp://127.0.0.1:${answer.smtp}`,
    url: `http://127.0.0.1:${answer.web}`,
    stop,
  };
}

function explain(failed: Failed, ports: { smtpPort: number; webPort: number }): Error {
  const port = failed.port ?? ports.webPort;
  const name = port === ports.smtpPort ? 'MAILBOX_SMTP_PORT' : 'MAILBOX_PORT';
  if (failed.code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use: set ${name} to another port.`);
  }
  if (failed.code === 'EACCES') {
    return new StartError(`Port ${port} may not be used: set ${name} to another port.`);
  }
  return new Error(`The mailbox does not start: ${failed.message}`);
}
