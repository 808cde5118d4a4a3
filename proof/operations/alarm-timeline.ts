import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from './programs.ts';

export const ALERTS = join(import.meta.dirname, '../../deploy/monitoring/alerts.yaml');

/** Metrics that the alarms use; others would slow promtool down. */
const READ = new Set(readFileSync(ALERTS, 'utf8').match(/\b(?:restvarde_[a-z_]+|up)\b/g));

/** Scrapes within a second share one database query. */
const READING_MS = 1_100;

/** A series of scrapes of real nodes, one per minute of Prometheus time, and the expected alarms. */
export interface Timeline {
  /** Scrapes all nodes once a minute, after `cause` each time. */
  take(minutes?: number, cause?: () => Promise<unknown>): Promise<void>;
  /** Repeats the last scrape for some minutes. */
  hold(minutes: number): void;
  /** Expects an alarm's state now; `.+` for all alarms. */
  expect(alarm: string, isFiring: boolean): void;
  /** Checks all expectations by promtool with the rules of `deploy/monitoring`. */
  judge(): void;
}

/** The nodes by instance name, with the addresses of their metrics. */
export function openTimeline(nodes: Record<string, string>): Timeline {
  const values = new Map<string, string[]>();
  const expected: { minute: number; alarm: string; isFiring: boolean }[] = [];
  let minutes = 0;
  const record = (series: string, value: string) => {
    const all = values.get(series) ?? [];
    while (all.length < minutes) all.push('_');
    values.set(series, [...all, value]);
  };
  return {
    async take(count = 1, cause = async () => {}) {
      for (let n = 0; n < count; n++) {
        await cause();
        await pause(READING_MS);
        for (const [instance, url] of Object.entries(nodes)) {
          const text = await fetch(url).then(
            (reply) => reply.text(),
            () => null,
          );
          const labels = `instance="${instance}",job="restvarde"`;
          record(`up{${labels}}`, text === null ? '0' : '1');
          for (const [series, value] of text === null ? [] : readSeries(text, labels))
            record(series, value);
        }
        minutes += 1;
      }
    },
    hold(count) {
      for (const all of values.values())
        if (all.length === minutes) all.push(...Array(count).fill(all.at(-1)));
      minutes += count;
    },
    expect(alarm, isFiring) {
      expected.push({ minute: minutes - 1, alarm, isFiring });
    },
    judge() {
      const folder = mkdtempSync(join(tmpdir(), 'restvarde-alarms-'));
      const file = join(folder, 'test.json');
      writeFileSync(file, JSON.stringify(testOf(values, expected)));
      const { stdout, stderr } = spawnSync(findProgram('promtool')!, ['test', 'rules', file], {
        encoding: 'utf8',
      });
      rmSync(folder, { recursive: true });
      assert.match(stdout, /SUCCESS/, `${stdout}${stderr}`);
    },
  };
}

/** The samples of an exposition that alarms read, with the labels that Prometheus adds. */
function* readSeries(text: string, added: string): Generator<[series: string, value: string]> {
  for (const [, name, labels, value] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)) {
    if (READ.has(name!)) yield [`${name}{${labels ? `${labels},` : ''}${added}}`, value!];
  }
}

/** A promtool test file; JSON is valid YAML. */
function testOf(
  values: Map<string, string[]>,
  expected: { minute: number; alarm: string; isFiring: boolean }[],
) {
  return {
    rule_files: [ALERTS],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [...values].map(([series, all]) => ({ series, values: all.join(' ') })),
        promql_expr_test: expected.map(({ minute, alarm, isFiring }) => ({
          expr: `count by (alertname) (ALERTS{alertname=~"${alarm}", alertstate="firing"})`,
          eval_time: `${minute}m`,
          exp_samples: isFiring ? [{ labels: `{alertname="${alarm}"}`, value: 1 }] : [],
        })),
      },
    ],
  };
}
