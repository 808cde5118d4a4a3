import { GUIDE_MIN_SALES, getGuide, type PriceGuide } from '@restvarde/contract/auctions/guide';
import { formatKronor } from '@restvarde/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../../base/api/call.ts';
import { announce } from '../../../ui/announce.ts';
import { formatNumber } from '../../../ui/format/numbers.ts';
import type { DraftControl } from '../draft/use-auction-form.ts';
import styles from './fields.module.css';

/** The guide is requested this long after the last input. */
const DEBOUNCE_MS = 500;

/** What the company sold similar objects for. It fills nothing in (GUIDE-2). */
export function PriceGuideLine(props: { control: DraftControl; company: string | undefined }) {
  const { control, company } = props;
  const [manufacturer, model, year, damage_condition] = useWatch({
    control,
    name: ['manufacturer', 'model', 'model_year', 'damage_condition'],
  });
  const typed = JSON.stringify([manufacturer.trim(), model.trim(), year.trim(), damage_condition]);
  const [opened] = useState(typed);
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const [askedManufacturer, askedModel, askedYear, askedCondition] = JSON.parse(asked);
  const isKnown = askedManufacturer !== '' && askedModel !== '' && askedCondition !== '';
  const { data, isError } = useQuery({
    queryKey: ['guide', asked, company ?? null],
    queryFn: ({ signal }) =>
      call(getGuide, {
        query: {
          company,
          manufacturer: askedManufacturer,
          model: askedModel,
          damage_condition: askedCondition,
          ...(/^\d{4}$/.test(askedYear) && { model_year: askedYear }),
        },
        signal,
      }),
    enabled: isKnown,
    staleTime: 60_000,
  });
  const found = isKnown && data ? sentenceOf(data) : null;
  useEffect(() => {
    if (found !== null && asked !== opened) announce(found, 'guide');
  }, [found, asked, opened]);
  return (
    <p className={styles.guide} data-part="guide">
      {!isKnown
        ? 'Fyll i fabrikat och modell för att se ett riktvärde.'
        : isError
          ? 'Riktvärdet kunde inte hämtas.'
          : (found ?? 'Hämtar riktvärde …')}
    </p>
  );
}

function sentenceOf({ count, low, median, high }: PriceGuide): string {
  if (low === null || median === null || high === null) {
    return `För få försäljningar för ett riktvärde (${count} av minst ${GUIDE_MIN_SALES}).`;
  }
  return `Riktvärde ${formatNumber(low)}–${formatKronor(high)}, median ${formatKronor(median)} (exkl. moms), från ${count} liknande försäljningar.`;
}
