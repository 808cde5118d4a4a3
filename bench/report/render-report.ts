import { CHARTS, panelsOf } from './charts.ts';
import { drawChart } from './draw-chart.ts';
import { formatResult } from './format.ts';
import { REASONS } from './reasons.ts';
import { SECTIONS, type Section } from './sections.ts';
import type { Run, Stored } from './stored-results.ts';

/** The report and its charts, by file below `bench`, of what has been measured. */
export function renderReport(results: Stored[]): Map<string, string> {
  const charts = CHARTS.map((chart) => ({ chart, panels: panelsOf(chart, results) })).filter(
    ({ panels }) => panels.length > 0,
  );
  const sections = SECTIONS.map((section) => renderSection(section, results)).filter(Boolean);
  const text = `${INTRODUCTION}\n${renderSummary(results)}\n\n${sections.join('\n\n')}\n`;
  return new Map([
    ['README.md', text],
    ...charts.map(({ chart, panels }): [string, string] => [
      fileOf(chart.name),
      drawChart(chart, panels),
    ]),
  ]);
}

const fileOf = (chart: string) => `charts/${chart}.svg`;

const INTRODUCTION = `# What it costs

Written by \`npm run bench\`; what may be asked of it is in \`bench/bench.ts\`. Each figure is a median with the least and the most of its rounds, beside its
baseline, which was measured by turns with it in the same run on the same machine: it is the ratio that counts. Where a
result can be wrong it is checked, and a wrong one is no result: no bid that was accepted is lost, no email is missing or
doubled, every socket is told once, lists show the rows that bare SQL finds.
`;

/** How many goals are met, and which are not. */
function renderSummary(results: Stored[]): string {
  const judged = results.filter((result) => isTold(result, results));
  const missed = judged.filter(({ pass }) => !pass);
  const met = `${judged.length - missed.length} of ${judged.length} goals are met.`;
  if (missed.length === 0) return met;
  return `${met} Missed:\n\n${renderTable(missed)}`;
}

function renderSection({ rows, title, about }: Section, results: Stored[]): string {
  const found = results.filter(({ row }) => rows.includes(row));
  if (found.length === 0) return '';
  const charts = CHARTS.filter(({ name }) => found.some(({ at }) => at?.chart === name));
  const parts = [
    `## ${title}`,
    about,
    `Measured ${describeRuns(found)}.`,
    ...charts.map(({ name, title: chartTitle }) => `![${chartTitle}](${fileOf(name)})`),
  ];
  const told = found.filter((result) => isTold(result, found));
  if (told.length > 0) parts.push(renderTable(told));
  return parts.join('\n\n');
}

/** Of what has a goal at several sizes the largest is told, and the largest that misses it. */
function isTold({ goal, pass, at, row }: Stored, all: Stored[]): boolean {
  if (goal === null) return false;
  return !all.some(
    (other) =>
      other.goal !== null &&
      other.row === row &&
      at !== undefined &&
      other.at?.chart === at.chart &&
      other.at.panel === at.panel &&
      other.at.size > at.size &&
      (pass || !other.pass),
  );
}

function renderTable(results: Stored[]): string {
  const lines = results.map((result) => {
    const { name, measured, baseline, ratio, goal, verdict } = formatResult(result);
    const said = result.pass ? verdict : ['**MISSED**', reasonOf(name)].filter(Boolean).join(': ');
    return `| ${[name, measured, baseline, ratio, goal, said].join(' | ')} |`;
  });
  return ['| | measured | baseline | ratio | goal | |', '|---|---|---|---|---|---|', ...lines].join(
    '\n',
  );
}

function reasonOf(name: string): string | undefined {
  return Object.entries(REASONS).find(([part]) => name.includes(part))?.[1];
}

/** Days, commits, machines and load of what was measured, each once. */
function describeRuns(results: Stored[]): string {
  const by = Map.groupBy(
    results,
    ({ run }) => `${dayOf(run)}, commit ${run.commit}, ${run.processors} processors`,
  );
  const said = [...by].map(([run, of]) => {
    const loads = of.map((one) => one.run.load);
    const [least, most] = [Math.min(...loads), Math.max(...loads)];
    return `${run}, load ${least === most ? least : `${least} to ${most}`}`;
  });
  return said.join('; ');
}

function dayOf({ measured_at }: Run): string {
  return new Date(measured_at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
