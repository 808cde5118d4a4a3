import type { Chart, Panel } from './charts.ts';
import { formatNumber } from './format.ts';
import type { Spread } from './results.ts';
import { makeScale, type Scale } from './scale.ts';

const WIDTH = 880;
const HEAD = 62;
const PANEL_HEIGHT = 170;
const MOST_COLUMNS = 4;
/** Around the graph of a panel: for its title, last values, sizes, and the steps of its scale. */
const MARGIN = { top: 26, right: 44, bottom: 34, left: 40 };
/** Between the last values of two lines. */
const LINE_HEIGHT = 12;

const STYLE = `
  text { font: 11px system-ui, sans-serif; fill: #55595f; }
  .title { font-size: 15px; font-weight: 600; fill: #1c1e21; }
  .panel { font-size: 12px; font-weight: 600; fill: #1c1e21; }
  .ground { fill: #ffffff; }
  .grid { stroke: #e3e5e8; }
  .measured { stroke: #0b5cad; fill: #0b5cad; }
  .baseline { stroke: #8a8f96; fill: #8a8f96; stroke-dasharray: 4 3; }
  polyline { fill: none !important; stroke-width: 2; }
  circle, .spread { stroke-dasharray: none !important; }
  .spread { opacity: .45; stroke-width: 3; }
  text.measured { stroke: none; font-weight: 600; }
  text.baseline { stroke: none; fill: #55595f; }
  @media (prefers-color-scheme: dark) {
    text, text.baseline { fill: #b4b9c0; }
    .title, .panel { fill: #f1f2f4; }
    .ground { fill: #15181c; }
    .grid { stroke: #2c3137; }
    .measured, text.measured { stroke: #74b8ff; fill: #74b8ff; }
    .baseline { stroke: #8f959d; fill: #8f959d; }
    text.measured, text.baseline { stroke: none; }
  }`;

/**
 * A chart as SVG, legible on light and dark ground: a small graph for each panel, with the median, the spread and the
 * baseline at each size. Panels of one unit share a scale.
 */
export function drawChart(chart: Chart, panels: Panel[]): string {
  const columns = Math.min(MOST_COLUMNS, Math.max(2, panels.length));
  const width = WIDTH / columns;
  const height = HEAD + Math.ceil(panels.length / columns) * PANEL_HEIGHT;
  const scales = new Map(
    [...Map.groupBy(panels, ({ unit }) => unit)].map(([unit, same]) => [
      unit,
      makeScale(chart.scale, same.flatMap(figuresOf)),
    ]),
  );
  const drawn = panels.map((panel, at) => {
    const left = (at % columns) * width;
    const top = HEAD + Math.floor(at / columns) * PANEL_HEIGHT;
    const graph = drawPanel(panel, chart.along, scales.get(panel.unit)!, width);
    return `<g transform="translate(${round(left)} ${top})">\n${graph}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escapeText(chart.title)}</title>
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>
<text class="title" x="16" y="26">${escapeText(chart.title)}</text>
${drawLegend(chart)}
${drawn.join('\n')}
</svg>
`;
}

function drawLegend({ measured, baseline }: Chart): string {
  const second = 62 + measured.length * 7;
  return `<polyline class="measured" points="16,44 38,44"/><text x="44" y="48">${escapeText(measured)}</text>
<polyline class="baseline" points="${second},44 ${second + 22},44"/><text x="${second + 28}" y="48">${escapeText(baseline)}</text>`;
}

/** All that has to have room in a panel. */
function figuresOf({ points }: Panel): number[] {
  return points.flatMap(({ value, spread, baseline, baseline_spread }) => [
    value,
    ...(spread ?? []),
    ...(baseline === null ? [] : [baseline]),
    ...(baseline_spread ?? []),
  ]);
}

function drawPanel(panel: Panel, along: string, scale: Scale, width: number): string {
  const right = width - MARGIN.right;
  const bottom = PANEL_HEIGHT - MARGIN.bottom;
  const y = (figure: number) => round(bottom - scale.place(figure) * (bottom - MARGIN.top));
  const sizes = panel.points.map(({ at }) => at!.size);
  const [least = 1, most = 1] = [sizes.at(0), sizes.at(-1)];
  const x = (size: number) => {
    const part = least === most ? 0.5 : Math.log(size / least) / Math.log(most / least);
    return round(MARGIN.left + 8 + part * (right - MARGIN.left - 16));
  };
  const grid = scale.steps.map(
    (
      step,
    ) => `<line class="grid" x1="${MARGIN.left}" x2="${right}" y1="${y(step)}" y2="${y(step)}"/>
<text x="${MARGIN.left - 5}" y="${y(step) + 4}" text-anchor="end">${shorten(step)}</text>`,
  );
  const marks = panel.points.map(
    ({ at }) =>
      `<text x="${x(at!.size)}" y="${bottom + 15}" text-anchor="middle">${shorten(at!.size)}</text>`,
  );
  const compared = panel.points.filter(({ baseline }) => baseline !== null);
  const ends = placeEnds(
    panel.points.length > 0 ? y(panel.points.at(-1)!.value) : 0,
    compared.length > 0 ? y(compared.at(-1)!.baseline!) : null,
  );
  const lines = [
    ...(compared.length > 0
      ? [
          drawLine(
            'baseline',
            compared.map((one) => [x(one.at!.size), one.baseline!, one.baseline_spread]),
            y,
            ends.baseline,
          ),
        ]
      : []),
    drawLine(
      'measured',
      panel.points.map((one) => [x(one.at!.size), one.value, one.spread]),
      y,
      ends.measured,
    ),
  ];
  const title = `${panel.title}, ${panel.unit}`;
  return `<text class="panel" x="${MARGIN.left - 24}" y="14">${escapeText(title)}</text>
${[...grid, ...marks, ...lines].join('\n')}
<text x="${(MARGIN.left + right) / 2}" y="${bottom + 29}" text-anchor="middle">${escapeText(along)}</text>`;
}

type Point = [x: number, figure: number, spread: Spread | null];

function drawLine(
  kind: string,
  points: Point[],
  y: (figure: number) => number,
  end: number,
): string {
  const path = points.map(([pointX, figure]) => `${pointX},${y(figure)}`).join(' ');
  const spreads = points.flatMap(([pointX, , spread]) =>
    spread
      ? [
          `<line class="${kind} spread" x1="${pointX}" x2="${pointX}" y1="${y(spread[0])}" y2="${y(spread[1])}"/>`,
        ]
      : [],
  );
  const dots = points.map(
    ([pointX, figure]) => `<circle class="${kind}" cx="${pointX}" cy="${y(figure)}" r="2.5"/>`,
  );
  const [x, last] = points.at(-1)!;
  return [
    ...spreads,
    `<polyline class="${kind}" points="${path}"/>`,
    ...dots,
    `<text class="${kind}" x="${x + 7}" y="${end + 4}">${shorten(last)}</text>`,
  ].join('\n');
}

/** The last values stand beside their lines, and not on each other. */
function placeEnds(measured: number, baseline: number | null) {
  if (baseline === null) return { measured, baseline: 0 };
  const apart = Math.max(0, LINE_HEIGHT - Math.abs(measured - baseline)) / 2;
  const side = measured <= baseline ? 1 : -1;
  return { measured: round(measured - side * apart), baseline: round(baseline + side * apart) };
}

/** `10k` for 10,000: a panel is small. */
function shorten(figure: number): string {
  if (figure >= 1_000_000) return `${formatNumber(Number((figure / 1_000_000).toPrecision(3)))}M`;
  if (figure >= 1_000) return `${formatNumber(Number((figure / 1_000).toPrecision(3)))}k`;
  return formatNumber(Number(figure.toPrecision(3)));
}

const round = (figure: number) => Math.round(figure * 10) / 10;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
