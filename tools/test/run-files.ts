import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNode } from '../prepare/child.mjs';
import type { Report } from './report.ts';

export interface RunOptions {
  /** The folder that the files' paths start from. */
  root: string;
  /** How many files run at once, each process one after the other. */
  processes: number;
  /** How long a file may take. */
  limit_ms: number;
  signal: AbortSignal;
}

export interface FileResult {
  /** Null for a failure that belongs to no file. */
  file: string | null;
  passed: number;
  failed: number;
  /** The failures as they were printed: title, place and error. */
  failures: string[];
  took_ms: number;
}

/** Asks a test process (process.ts) to run a file, or to end. */
export type Request = { name: string; path: string; limit_ms: number } | 'end';

const KILL_AFTER_MS = 10_000;
/** The first line of a file that examines its whole process, such as its memory or its cached plans. */
const ALONE = '// Runs in its own process';

interface TestProcess {
  /** Runs a file and returns whether another may follow: after a failure something may still be running. */
  run(file: string): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Runs test files in order and prints a line for each and the details of failures. Files share processes, because most
 * tests take less time than loading and compiling the modules they test. After a failing file the next ones get a new
 * process.
 */
export async function runTestFiles(
  files: readonly string[],
  options: RunOptions,
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const left = [...files];
  const next = () => (options.signal.aborted ? undefined : left.shift());
  const runOneByOne = async () => {
    let shared: TestProcess | null = null;
    for (let file = next(); file !== undefined; file = next()) {
      if (readFileSync(join(options.root, file), 'utf8').startsWith(ALONE)) {
        const own = startProcess(options, results);
        await own.run(file);
        await own.end();
        continue;
      }
      shared ??= startProcess(options, results);
      if (await shared.run(file)) continue;
      await shared.end();
      shared = null;
    }
    await shared?.end();
  };
  await Promise.all(Array.from({ length: Math.min(options.processes, files.length) }, runOneByOne));
  return results;
}

function startProcess({ root, limit_ms, signal }: RunOptions, results: FileResult[]): TestProcess {
  const child = startNode(
    [
      `--test-reporter=${join(import.meta.dirname, 'report.ts')}`,
      join(import.meta.dirname, 'process.ts'),
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], signal },
  );
  // `close` follows, also after an abort.
  child.on('error', () => {});
  const closed = new Promise<{ reason: number | NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, endSignal) => resolve({ reason: endSignal ?? code }));
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  let hasFailed = false;
  const fail = (file: string | null, reason: string) => {
    const text = `✖ ${file ?? 'After the tests'}\n${reason}\n${output.trimEnd()}`;
    results.push({ file, passed: 0, failed: 1, failures: [text], took_ms: 0 });
    console.log(text);
  };
  /** Kills a process that is too busy to notice its own limit. */
  const killLate = <T>(promise: Promise<T>) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), limit_ms + KILL_AFTER_MS);
    return promise.finally(() => clearTimeout(timer));
  };
  const runs: string[] = [];

  return {
    async run(file) {
      runs.push(file);
      output = '';
      const failures: string[] = [];
      const finished = new Promise<Extract<Report, { type: 'file' }>>((resolve) => {
        child.on('message', (report: Report) => {
          if (report.type === 'file') return resolve(report);
          if (report.type === 'failure') failures.push(report.text);
          console.log(report.text);
        });
      });
      child.send({ name: file, path: join(root, file), limit_ms } satisfies Request);
      const result = await killLate(Promise.race([finished, closed]));
      child.removeAllListeners('message');
      if ('reason' in result) {
        hasFailed = true;
        if (!signal.aborted) fail(file, `Its process has ended (${result.reason}).`);
        return false;
      }
      const { passed, failed, tests, took_ms } = result;
      results.push({ file, passed, failed, failures, took_ms });
      hasFailed ||= failed > 0;
      console.log(
        `${failed === 0 ? '✔' : '✖'} ${file} (${passed} of ${tests}, ${(took_ms / 1000).toFixed(1)} s)`,
      );
      if (failed > 0 && output !== '') console.log(`${file} printed:\n${output.trimEnd()}`);
      return failed === 0;
    },
    async end() {
      output = '';
      if (child.connected) child.send('end' satisfies Request);
      const { reason } = await killLate(closed);
      // A failure of a file has been printed already.
      if (reason !== 0 && !hasFailed && !signal.aborted) fail(null, runs.join('\n'));
    },
  };
}
