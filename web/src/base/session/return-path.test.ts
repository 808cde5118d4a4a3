import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithinSite } from './return-path.ts';

test('ROLE-18 the login returns only to a path within the site', () => {
  assert.equal(isWithinSite('/auctions/7?bild=2'), true);
  for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', '']) {
    assert.equal(isWithinSite(path), false);
  }
});
