import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** The place of the charts while they load. */
export function ChartsWaiting() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">Hämtar tillbakablicken …</p>
      <Skeleton height="100svh" radius="var(--radius-lg)" />
    </div>
  );
}
