// A process of tests: runs the files that it is given, one after the other, each as a suite. When no more come it ends by
// itself, or says what a file has left open.
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Given } from './run.ts';

const END_LIMIT_MS = 5_000;

process.on('message', (given: Given | 'end') => {
  if (given === 'end') return process.disconnect?.();
  const { name, file, limit_ms } = given;
  describe(name, { timeout: limit_ms }, async () => {
    await import(pathToFileURL(file).href);
  });
});

process.on('disconnect', () => {
  setTimeout(() => {
    console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, END_LIMIT_MS).unref();
});
