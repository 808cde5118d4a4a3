import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Told } from './report.ts';

export interface RunOptions {
  /** The folder that the files' paths start from. */
  root: string;
  /** How many files run at once, each process one after the other. */
  processes: number;
  /** What is about its whole process, such as its memory, and so has one of its own. */
  alone: readonly string[];
  /** How long a file may take. */
  limit_ms: number;
  signal: AbortSignal;
}

export interface Counts {
  passed: number;
  failed: number;
}

/** What a process of tests is given, or 'end' when there is no more. */
export interface Given {
  name: string;
  /** Its whole path. */
  file: string;
  limit_ms: number;
}

const KILL_AFTER_MS = 10_000;

interface TestProcess {
  /** Runs a file to its end, and gives whether another may follow: what has failed may still be at work. */
  run(file: string): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Runs files of tests, given by their paths, the first first, and prints a line for each, and all about what failed. They
 * share processes: to load what they test, and to run it before it has been compiled, takes longer than most tests do. After
 * one that has failed, as by ending its process, the next has a new one.
 */
export async function runTestFiles(files: readonly string[], options: RunOptions): Promise<Counts> {
  const counts = { passed: 0, failed: 0 };
  const left = [...files];
  const next = () => (options.signal.aborted ? undefined : left.shift());
  const runOneByOne = async () => {
    let shared: TestProcess | null = null;
    for (let file = next(); file !== undefined; file = next()) {
      if (options.alone.includes(file)) {
        const alone = startProcess(options, counts);
        await alone.run(file);
        await alone.end();
        continue;
      }
      shared ??= startProcess(options, counts);
      if (await shared.run(file)) continue;
      await shared.end();
      shared = null;
    }
    await shared?.end();
  };
  await Promise.all(Array.from({ length: Math.min(options.processes, files.length) }, runOneByOne));
  return counts;
}

function startProcess({ root, limit_ms, signal }: RunOptions, counts: Counts): TestProcess {
  const reporter = `--test-reporter=${join(import.meta.dirname, 'report.ts')}`;
  const child = fork(join(import.meta.dirname, 'process.ts'), {
    cwd: root,
    execArgv: [reporter],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  });
  // Where it cannot be started, or is stopped by the signal, it closes too.
  child.on('error', () => {});
  const closed = new Promise<{ why: number | NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, endSignal) => resolve({ why: endSignal ?? code }));
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  }
  let hasFailed = false;
  const fail = (name: string, why: string) => {
    counts.failed += 1;
    console.log(`✖ ${name}\n${why}\n${said.trimEnd()}`);
  };
  /** What is so busy that its own limit does not come is ended from here. */
  const killLate = <T>(what: Promise<T>) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), limit_ms + KILL_AFTER_MS);
    return what.finally(() => clearTimeout(timer));
  };
  const runs: string[] = [];

  return {
    async run(file) {
      runs.push(file);
      said = '';
      const over = new Promise<Extract<Told, { type: 'file' }>>((resolve) => {
        child.on('message', (told: Told) => {
          if (told.type === 'text') console.log(told.text);
          else resolve(told);
        });
      });
      child.send({ name: file, file: join(root, file), limit_ms } satisfies Given);
      const ended = await killLate(Promise.race([over, closed]));
      child.removeAllListeners('message');
      if ('why' in ended) {
        hasFailed = true;
        if (!signal.aborted) fail(file, `Its process has ended (${ended.why}).`);
        return false;
      }
      counts.passed += ended.passed;
      counts.failed += ended.failed;
      hasFailed ||= ended.failed > 0;
      const sum = `${ended.passed} of ${ended.tests}, ${(ended.took_ms / 1000).toFixed(1)} s`;
      console.log(`${ended.failed === 0 ? '✔' : '✖'} ${file} (${sum})`);
      if (ended.failed > 0 && said !== '') console.log(`${file} said:\n${said.trimEnd()}`);
      return ended.failed === 0;
    },
    async end() {
      said = '';
      if (child.connected) child.send('end');
      const { why } = await killLate(closed);
      // Else it has been told already.
      if (why !== 0 && !hasFailed && !signal.aborted) fail('What is left', runs.join('\n'));
    },
  };
}
