import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { StartError } from '@restvarde/server/start-error';
import { openSignOnProvider } from './sign-on-provider.ts';

const OPTIONS = { publicUrl: 'http://localhost:3000', email: 'anna@nordsakring.example' };

test('a port in use is reported in one sentence that names the variable, and is retried', async (t) => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const { port } = busy.address() as AddressInfo;
  const provider = openSignOnProvider({ ...OPTIONS, port });
  t.after(() => provider.stop());
  await assert.rejects(provider.settings(), (error) => {
    assert.ok(error instanceof StartError);
    assert.equal(error.message, `Port ${port} is in use: set DEMO_IDP_PORT to another port.`);
    return true;
  });
  await new Promise((resolve) => busy.close(resolve));
  const { issuer } = await provider.settings();
  assert.equal(issuer, `http://127.0.0.1:${port}`);
});

test('AUTH-7 the demo’s provider publishes the same metadata as AD FS, and its cookies are not sent to the product', async (t) => {
  const provider = openSignOnProvider({
    ...OPTIONS,
    publicUrl: 'http://127.0.0.1:3000',
    port: 0,
  });
  t.after(() => provider.stop());
  const { issuer } = await provider.settings();
  assert.equal(new URL(issuer).hostname, 'localhost');
  const reply = await fetch(`${issuer}/.well-known/openid-configuration`);
  const discovery = (await reply.json()) as Record<string, unknown>;
  assert.equal(discovery.issuer, issuer);
  assert.deepEqual(discovery.code_challenge_methods_supported, ['S256']);
  for (const claim of ['sub', 'upn', 'email']) {
    assert.ok((discovery.claims_supported as string[]).includes(claim), claim);
  }
});

test('a provider that was never used can be stopped', async () => {
  await openSignOnProvider({ ...OPTIONS, port: 0 }).stop();
});
