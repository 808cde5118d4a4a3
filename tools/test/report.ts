import { relative } from 'node:path';
import { Transform } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** A message from a test process to its parent. */
export type Report =
  /** A test that failed or was skipped, with the reason. */
  | { type: 'failure' | 'skip'; text: string }
  /** The file has ended. A suite that fails by itself, as in its `after`, counts as a failed test. */
  | { type: 'file'; passed: number; failed: number; tests: number; took_ms: number };

let counts = { passed: 0, failed: 0, tests: 0 };

/** The reporter of a test process, in which each file is a suite. */
export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    for (const report of read(event)) {
      if (process.connected) process.send?.(report);
      // An error after the last file.
      else if (report.type !== 'file') console.error(report.text);
    }
    done();
  },
});

function* read({ type, data }: TestEvent): Generator<Report> {
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
      yield { type: 'failure', text: `✖ ${name}${where}\n${inspect(error.cause ?? error)}` };
    }
  } else if (data.skip) yield { type: 'skip', text: `- ${name}\n  skipped: ${data.skip}` };
  else if (isTest) counts.passed += 1;
  if (!isFile) return;
  yield { type: 'file', ...counts, took_ms: details.duration_ms };
  counts = { passed: 0, failed: 0, tests: 0 };
}
