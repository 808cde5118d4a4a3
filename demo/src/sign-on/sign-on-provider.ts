import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { OidcSettings } from '@restvarde/server/config';
import { StartError } from '@restvarde/server/start-error';

/** What it says of some people by user name, in place of UPN and e-mail: for those who try to deceive by it. */
export type People = Record<string, Record<string, unknown>>;

export interface SignOnProvider {
  /** What the product needs to sign people on here. Starts the provider when it is first asked. */
  settings(): Promise<OidcSettings>;
  stop(): Promise<void>;
}

/**
 * The demo's own OpenID Connect provider, in place of a company's AD FS: a certified one, on this machine
 * alone, that believes whoever says who they are. It runs in a thread of its own, started when somebody
 * signs on, so that nothing else waits for it. Port 0 takes a free one; `settings` throws StartError when
 * the port is taken.
 */
export function openSignOnProvider(options: {
  port: number;
  publicUrl: string;
  /** The user name that its page suggests. */
  email: string;
  people?: People;
}): SignOnProvider {
  let started: Promise<{ worker: Worker; settings: OidcSettings }> | undefined;
  return {
    async settings() {
      started ??= start(options);
      try {
        return (await started).settings;
      } catch (error) {
        started = undefined;
        throw error;
      }
    },
    async stop() {
      await started?.then(({ worker }) => worker.terminate()).catch(() => {});
    },
  };
}

async function start(options: Parameters<typeof openSignOnProvider>[0]) {
  const client = { clientId: 'restvarde', clientSecret: randomBytes(32).toString('base64url') };
  // Another host than the product's: the provider has cookies, and a browser keeps them by host, not by port.
  const isSameHost = new URL(options.publicUrl).hostname === '127.0.0.1';
  const worker = new Worker(new URL('./sign-on-worker.ts', import.meta.url), {
    workerData: {
      ...client,
      port: options.port,
      host: isSameHost ? 'localhost' : '127.0.0.1',
      email: options.email,
      people: options.people ?? {},
      redirectUri: `${options.publicUrl}/adfs-callback`,
    },
    // It warns of what a demo does on purpose.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const { promise, resolve, reject } = Promise.withResolvers<{ issuer: string }>();
  worker.once('error', reject).on('message', (message) => {
    if ('issuer' in message) resolve(message);
    else if ('code' in message) reject(explain(message, options.port));
  });
  try {
    const { issuer } = await promise;
    worker.unref();
    const settings = { issuer, client_id: client.clientId, client_secret: client.clientSecret };
    return { worker, settings };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

function explain({ code, message }: { code: string; message: string }, port: number): Error {
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use: set DEMO_IDP_PORT to another port.`);
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} may not be used: set DEMO_IDP_PORT to another port.`);
  }
  return new Error(`The demo's sign-on does not start: ${message}`);
}
