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

interface Progress {
  passed: number;
  left: number;
  total: number;
  took_ms: number;
}

/**
 * For `npm test`: a line for each file, all about what failed, and the counts to the parent process. A test that
 * did not run, because one before it failed, has failed too; one that says why it cannot run here is skipped.
 */
export default class FileReporter implements Reporter {
  #files = new Map<string, Progress>();
  #failed = 0;
  #passed = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const { location } of suite.allTests()) {
      const file = this.#files.get(location.file);
      if (file) {
        file.left += 1;
        file.total += 1;
      } else this.#files.set(location.file, { passed: 0, left: 1, total: 1, took_ms: 0 });
    }
  }

  onTestEnd({ title, location }: TestCase, result: TestResult): void {
    const { status, duration, errors } = result;
    const file = this.#files.get(location.file);
    if (file === undefined) return;
    file.left -= 1;
    file.took_ms += duration;
    if (status === 'passed') {
      this.#passed += 1;
      file.passed += 1;
    } else {
      const skipped = result.annotations.find(({ type }) => type === 'skip');
      if (skipped?.description === undefined) this.#failed += 1;
      else {
        file.total -= 1;
        console.log(`- ${title}\n  ${skipped.description}`);
      }
    }
    const path = relative('.', location.file);
    if (errors.length > 0) {
      console.log(`✖ ${title}\n  ${path}:${location.line}\n${errors.map(messageOf).join('\n')}`);
    }
    if (file.left > 0) return;
    const sum = `${file.passed} of ${file.total}, ${(file.took_ms / 1000).toFixed(1)} s`;
    console.log(`${file.passed === file.total ? '✔' : '✖'} ${path} (${sum})`);
  }

  /** What belongs to no test, such as a fixture that could not be taken down. */
  onError(error: TestError): void {
    this.#failed += 1;
    console.log(`✖ e2e\n${messageOf(error)}`);
  }

  onEnd(): void {
    process.send?.({ passed: this.#passed, failed: this.#failed });
  }

  printsToStdio(): boolean {
    return true;
  }
}

function messageOf({ message, stack, value, snippet }: TestError): string {
  const said = [stack ?? message ?? value, snippet].filter(Boolean).join('\n');
  return process.stdout.isTTY ? said : stripVTControlCharacters(said);
}
