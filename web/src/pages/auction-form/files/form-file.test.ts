import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitWithin } from '../../../features/uploads/scale-picture.ts';
import type { FilePreview } from '../../../ui/files/file-preview.ts';
import { type FormFile, moveFile, storedFile, storedIds } from './form-file.ts';

const files = ['7', '9', '4'].map((id) => storedFile({ id } as FilePreview));
const fresh: FormFile = { ...files[0]!, preview: { id: 'new' } as FilePreview, stored_id: null };

test('FORM-4 a picture moves to any position, and an unknown file or position changes nothing', () => {
  assert.deepEqual(storedIds(moveFile(files, '4', 0)), [4, 7, 9]);
  assert.deepEqual(storedIds(moveFile(files, '7', 1)), [9, 7, 4]);
  assert.deepEqual(storedIds(moveFile(files, '7', 2)), [9, 4, 7]);
  assert.deepEqual(storedIds(moveFile(files, '7', -1)), [7, 9, 4]);
  assert.deepEqual(storedIds(moveFile(files, '4', 3)), [7, 9, 4]);
  assert.deepEqual(storedIds(moveFile(files, '1', 0)), [7, 9, 4]);
});

test('FORM-5 the stored order contains stored files only', () => {
  assert.deepEqual(storedIds([files[1]!, fresh, files[0]!]), [9, 7]);
});

test('FORM-4 a picture is scaled by its longer side, and never made larger', () => {
  assert.deepEqual(fitWithin({ width: 8000, height: 6000 }, 4000), { width: 4000, height: 3000 });
  assert.deepEqual(fitWithin({ width: 3000, height: 6001 }, 4000), { width: 2000, height: 4000 });
  assert.deepEqual(fitWithin({ width: 800, height: 600 }, 4000), { width: 800, height: 600 });
});
