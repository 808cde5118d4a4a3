import { exportLookBack, getLookBack } from '@restvarde/contract/look-back';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';
import ExportButton from '../../../base/frame/export-button.tsx';
import { QueryError } from '../../../base/frame/query-error.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Waiting } from '../../../ui/feedback/skeleton.tsx';
import { ChartFigure } from './chart-figure.tsx';
import styles from './look-back.module.css';
import { chartsOf } from './look-back-figures.ts';

export interface LookBackChartsProps {
  /** Undefined for all of a superuser's companies, or the caller's own. */
  company: string | undefined;
}

/** The charts of the last twelve months, each with its table (HOME-6). */
export default function LookBackCharts({ company }: LookBackChartsProps) {
  const query = useQuery({
    queryKey: ['statistics', 'look-back', company ?? null],
    queryFn: ({ signal }) => call(getLookBack, { query: { company }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  if (data === undefined) {
    return error === null ? (
      <Waiting text="Hämtar tillbakablicken …" height="100svh" />
    ) : (
      <Card>
        <QueryError query={query} title="Tillbakablicken kunde inte hämtas" />
      </Card>
    );
  }
  if (data.months.every(({ ended }) => ended === 0)) {
    return (
      <p className={`quiet ${styles.note}`}>
        Inga auktioner har slutat under de senaste tolv månaderna.
      </p>
    );
  }
  return (
    <>
      <div className={styles.top}>
        <p className={`quiet ${styles.note}`}>
          Auktioner som har slutat under de senaste tolv månaderna. Exkl. moms.
        </p>
        <ExportButton endpoint={exportLookBack} query={{ company }} />
      </div>
      <div className={styles.charts}>
        {chartsOf(data).map((chart) => (
          <ChartFigure key={chart.title} chart={chart} />
        ))}
      </div>
    </>
  );
}
