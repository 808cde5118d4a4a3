import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Skeleton, Waiting } from '../../../ui/feedback/skeleton.tsx';
import { Later, lazyPart } from '../../../ui/later.ts';
import { todoQuery } from '../todo/todo-query.ts';
import styles from './look-back.module.css';
import type { LookBackChartsProps } from './look-back-charts.tsx';

const lookBackCharts = lazyPart(() => import('./look-back-charts.tsx'));

/** Fetched this far before they come into view. */
const NEAR = '200px';

/** «Tillbakablick»: the last twelve months. Its script and data load when it is scrolled to (HOME-6). */
export function LookBack(props: LookBackChartsProps) {
  const section = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  // Until the rows above are loaded, it is higher up than its final position.
  const { isPending } = useQuery(todoQuery(props.company));
  useEffect(() => {
    if (isPending) return;
    const observer = new IntersectionObserver(
      (moves) => {
        if (moves.at(-1)!.isIntersecting) setNear(true);
      },
      { rootMargin: NEAR },
    );
    if (section.current !== null) observer.observe(section.current);
    return () => observer.disconnect();
  }, [isPending]);
  return (
    <section ref={section} className={styles.section}>
      <h2>Tillbakablick</h2>
      {isNear ? (
        <Later
          part={lookBackCharts}
          of={props}
          fallback={<Waiting text="Hämtar tillbakablicken …" height="100svh" />}
        />
      ) : (
        <Skeleton height="100svh" radius="var(--radius-lg)" />
      )}
    </section>
  );
}
