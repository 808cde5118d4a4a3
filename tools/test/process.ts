// A test process: runs files one after the other, each as a suite. At the end it exits, or prints what a file left open.
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Request } from './run-files.ts';

const END_LIMIT_MS = 5_000;

process.on('message', (request: Request) => {
  if (request === 'end') return process.disconnect?.();
  const { name, path, limit_ms } = request;
  describe(name, { timeout: limit_ms }, async () => {
    await import(pathToFileURL(path).href);
  });
});

process.on('disconnect', () => {
  setTimeout(() => {
    console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, END_LIMIT_MS).unref();
});
