import type { LookBack, SaleSums } from '@restvarde/contract/look-back';
import { formatKronor } from '@restvarde/contract/money';
import { formatNumber } from '../../../ui/format/numbers.ts';

/** A series of figures, one for each label. Null if there is no data. */
export interface ChartColumn {
  title: string;
  values: readonly (number | null)[];
  format: (value: number) => string;
}

/** A chart and its table, which has the same data and more. */
export interface Chart {
  title: string;
  note: string;
  /** `months` are vertical bars side by side, `names` horizontal ones below each other. */
  kind: 'months' | 'names';
  /** The column title of the labels in the table. */
  labelTitle: string;
  labels: readonly string[];
  bars: readonly ChartColumn[];
  /** The end of the axis, if it is fixed. */
  most?: number;
  /** Formats a figure on the axis, if the number alone is not clear. */
  formatAxis?: (value: number) => string;
  columns: readonly ChartColumn[];
}

const monthFormat = new Intl.DateTimeFormat('sv-SE', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const daysFormat = new Intl.NumberFormat('sv-SE', { maximumFractionDigits: 1 });

/** Formats 2026-11 as «nov. 2026». */
export const formatMonth = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
const percent = (value: number) => `${formatNumber(value)}\u00a0%`;
const days = (value: number) => `${daysFormat.format(value)}\u00a0${value === 1 ? 'dag' : 'dagar'}`;

/** The percentage of ended auctions that were sold. Null if none ended. */
export function shareSold({ ended, sold }: Pick<SaleSums, 'ended' | 'sold'>): number | null {
  return ended === 0 ? null : Math.round((sold / ended) * 100);
}

function columnsOf(rows: readonly SaleSums[]) {
  const column = (
    title: string,
    value: (row: SaleSums) => number | null,
    format: (value: number) => string,
  ): ChartColumn => ({ title, values: rows.map(value), format });
  return {
    ended: column('Avslutade', ({ ended }) => ended, formatNumber),
    sold: column('Sålda', ({ sold }) => sold, formatNumber),
    share: column('Andel sålda', shareSold, percent),
    total: column('Sålt för', ({ sold_total }) => sold_total, formatKronor),
    winning: column('Vinnande bud', ({ reserved_total }) => reserved_total, formatKronor),
    reserve: column('Reservationspris', ({ reserve_total }) => reserve_total, formatKronor),
    decision: column('Vinnare vald', ({ decision_days }) => decision_days, days),
    notice: column('Vinnare meddelad', ({ notice_days }) => notice_days, days),
    collection: column('Hämtat', ({ collection_days }) => collection_days, days),
  };
}

/** Returns whether there is anything to draw. */
export const hasBars = ({ bars }: Chart) =>
  bars.some(({ values }) => values.some((value) => value !== null && value > 0));

/** The charts by month, by category, and by company if there are several (HOME-6). */
export function chartsOf({ months, categories, companies }: LookBack): Chart[] {
  const by = columnsOf(months);
  const ofMonths = {
    kind: 'months' as const,
    labelTitle: 'Månad',
    labels: months.map(({ month }) => formatMonth(month)),
  };
  return [
    {
      ...ofMonths,
      title: 'Sålt mot reservationspris',
      note: 'Sålda objekt som hade ett reservationspris.',
      bars: [by.winning, by.reserve],
      columns: [by.winning, by.reserve, { ...by.total, title: 'Alla sålda' }],
    },
    {
      ...ofMonths,
      title: 'Andel sålda',
      note: 'Av dem som slutade under månaden.',
      bars: [by.share],
      most: 100,
      formatAxis: percent,
      columns: [by.share, by.sold, by.ended],
    },
    {
      ...ofMonths,
      title: 'Dagar efter auktionens slut',
      note: 'I genomsnitt tills vinnaren valdes, tills vinnaren meddelades och tills objektet hämtades.',
      bars: [by.decision, by.notice, by.collection],
      columns: [by.decision, by.notice, by.collection],
    },
    ...byName('Sålt per kategori', 'Kategori', categories),
    ...byName('Sålt per bolag', 'Bolag', companies),
  ];
}

function byName(
  title: string,
  labelTitle: string,
  rows: readonly (SaleSums & { name: string })[],
): Chart[] {
  if (rows.length === 0) return [];
  const { total, sold, ended, share, decision, notice, collection } = columnsOf(rows);
  return [
    {
      title,
      note: 'Summan av vinnande bud.',
      kind: 'names',
      labelTitle,
      labels: rows.map(({ name }) => name),
      bars: [total],
      columns: [total, share, sold, ended, decision, notice, collection],
    },
  ];
}
