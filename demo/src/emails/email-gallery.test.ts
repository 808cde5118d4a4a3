import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderSamples } from '@restvarde/server/email/emails';
import Fastify from 'fastify';
import { emailGallery } from './email-gallery.ts';

test('the gallery shows all emails at each width, light and dark', async () => {
  const app = Fastify();
  emailGallery(app);
  const samples = await renderSamples();
  for (const query of ['', '?width=600&dark=1']) {
    const { statusCode, body, headers } = await app.inject(`/demo/emails${query}`);
    assert.equal(statusCode, 200);
    assert.equal(body.match(/<iframe/g)?.length, samples.length);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.equal(body.includes('@media not all'), query === '');
  }
});
