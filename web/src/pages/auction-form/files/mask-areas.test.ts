import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaBetween, moveArea, pixelsOf, resizeArea } from './mask-areas.ts';

test('GUIDE-4 an area stays within the picture, however it is drawn, moved and resized', () => {
  const drawn = areaBetween({ x: 0.75, y: 1.5 }, { x: 0.5, y: 0.5 });
  assert.deepEqual(drawn, { x: 0.5, y: 0.5, width: 0.25, height: 0.5 });
  assert.deepEqual(moveArea(drawn, { x: 1, y: -1 }), { ...drawn, x: 0.75, y: 0 });
  assert.deepEqual(resizeArea(drawn, { x: 1, y: -1 }), { ...drawn, width: 0.5, height: 0.01 });
});

test('GUIDE-4 an area covers every pixel that it touches', () => {
  const area = { x: 0.105, y: 0.5, width: 0.1, height: 0.5 };
  assert.deepEqual(pixelsOf(area, { width: 100, height: 33 }), {
    left: 10,
    top: 16,
    width: 11,
    height: 17,
  });
});
