import { relative } from 'node:path';
import { Transform } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** What a process of tests tells the one that it runs for. */
export type Told =
  /** What there is to read: which test has failed and why, or was skipped. */
  | { type: 'text'; text: string }
  /** The file that it was given is over. A suite that fails by itself, as by its `after`, counts as one that has failed. */
  | { type: 'file'; passed: number; failed: number; tests: number; took_ms: number };

let counts = { passed: 0, failed: 0, tests: 0 };

/** The reporter of a process of tests, in which each file is a suite: tells the parent process of them. */
export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    for (const told of read(event)) {
      if (process.connected) process.send?.(told);
      // The files are over, and this belongs to none.
      else if (told.type === 'text') console.error(told.text);
    }
    done();
  },
});

function* read({ type, data }: TestEvent): Generator<Told> {
  if (type !== 'test:pass' && type !== 'test:fail') return;
  const { name, details } = data;
  const isFile = data.nesting === 0;
  const isTest = details.type !== 'suite';
  if (isTest) counts.tests += 1;
  if (type === 'test:fail') {
    const error: Error & { failureType?: string } = data.details.error;
    const isByItself = error.failureType !== 'subtestsFailed';
    if (isTest || isByItself) counts.failed += 1;
    if (isByItself) {
      const where = isFile ? '' : `\n  ${relative('.', data.file ?? '')}:${data.line}`;
      yield { type: 'text', text: `✖ ${name}${where}\n${inspect(error.cause ?? error)}` };
    }
  } else if (data.skip) yield { type: 'text', text: `- ${name}\n  skipped: ${data.skip}` };
  else if (isTest) counts.passed += 1;
  if (!isFile) return;
  yield { type: 'file', ...counts, took_ms: details.duration_ms };
  counts = { passed: 0, failed: 0, tests: 0 };
}
