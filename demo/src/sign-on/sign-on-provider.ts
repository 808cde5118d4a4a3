import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { OidcSettings } from '@restvarde/server/config';
import { StartError } from '@restvarde/server/start-error';

/** For tests of false claims: by user name, what the provider claims instead of the UPN and e-mail address. */
export type People = Record<string, Record<string, unknown>>;

export interface SignOnProvider {
  /** The product's settings for this provider. Starts it at the first call. */
  settings(): Promise<OidcSettings>;
  stop(): Promise<void>;
}

/**
 * The demo's OpenID Connect provider, in place of a company's AD FS: oidc-provider on this machine, which accepts every
 * user name. Runs in a separate thread that starts at the first sign-on. Port 0 takes a free one; `settings` throws
 * StartError if the port is taken.
 */
export function openSignOnProvider(options: {
  port: number;
  publicUrl: string;
  /** The user name that the page suggests. */
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
  // Not the product's host: browsers keep cookies by host, not by port.
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
    // The provider warns of settings that are intended here.
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
