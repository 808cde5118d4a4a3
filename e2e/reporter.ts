import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import type { FileResult } from '../tools/test/run-files.ts';

interface Progress {
  passed: number;
  failed: number;
  failures: string[];
  left: number;
  took_ms: number;
}

/**
 * The reporter for `npm test`: prints a line for each file and the details of failures, and sends the parent process each
 * file's result. A test that did not run because one before it failed counts as failed; a skipped one needs a reason.
 */
export default class FileReporter implements Reporter {
  #files = new Map<string, Progress>();

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const [file, tests] of Map.groupBy(suite.allTests(), ({ location }) => location.file)) {
      this.#files.set(file, { passed: 0, failed: 0, failures: [], left: tests.length, took_ms: 0 });
    }
  }

  onTestEnd({ title, location }: TestCase, result: TestResult): void {
    const { status, duration, errors } = result;
    const file = this.#files.get(location.file)!;
    file.left -= 1;
    file.took_ms += duration;
    const skipped = result.annotations.find(({ type }) => type === 'skip')?.description;
    if (status === 'passed') file.passed += 1;
    else if (skipped === undefined) file.failed += 1;
    else console.log(`- ${title}\n  ${skipped}`);
    const path = relative('.', location.file);
    if (errors.length > 0) {
      const text = `✖ ${title}\n  ${path}:${location.line}\n${errors.map(messageOf).join('\n')}`;
      file.failures.push(text);
      console.log(text);
    }
    if (file.left > 0) return;
    const { passed, failed, failures, took_ms } = file;
    send({ file: path, passed, failed, failures, took_ms });
    const sum = `${passed} of ${passed + failed}, ${(took_ms / 1000).toFixed(1)} s`;
    console.log(`${failed === 0 ? '✔' : '✖'} ${path} (${sum})`);
  }

  /** An error outside tests, as when a fixture is taken down. */
  onError(error: TestError): void {
    const text = `✖ e2e\n${messageOf(error)}`;
    send({ file: null, passed: 0, failed: 1, failures: [text], took_ms: 0 });
    console.log(text);
  }

  printsToStdio(): boolean {
    return true;
  }
}

function send(result: FileResult): void {
  process.send?.(result);
}

function messageOf({ message, stack, value, snippet }: TestError): string {
  const text = [stack ?? message ?? value, snippet].filter(Boolean).join('\n');
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}
