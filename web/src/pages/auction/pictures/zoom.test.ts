import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clampZoom, MAX_ZOOM, scrollFor, zoomByWheel } from './zoom.ts';

test('AUC-2 the point under the finger stays fixed when zooming', () => {
  // The centre of a view of 300 px, from 1× to 2×.
  assert.equal(scrollFor(0, 150, 1, 2), 150);
  // The left edge stays at the left edge.
  assert.equal(scrollFor(0, 0, 1, 3), 0);
  // Zooming in and out again returns to the start.
  assert.equal(scrollFor(scrollFor(40, 100, 2, 4), 100, 4, 2), 40);
});

test('AUC-2 the wheel zooms within bounds and snaps to the whole picture', () => {
  assert.ok(zoomByWheel(1, { deltaY: -100, ctrlKey: false }) > 1.1);
  assert.equal(zoomByWheel(1, { deltaY: 100, ctrlKey: false }), 1);
  assert.equal(zoomByWheel(4.9, { deltaY: -1000, ctrlKey: false }), MAX_ZOOM);
  assert.ok(zoomByWheel(1, { deltaY: -20, ctrlKey: true }) > 1.1, 'a pinch on a trackpad');
  assert.equal(clampZoom(1.02), 1);
});
