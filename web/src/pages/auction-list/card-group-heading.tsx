import type { MyGroup } from '@restvarde/contract/auctions/my-groups';
import styles from './auction-list.module.css';

const WORDS: Record<MyGroup, { title: string; hint?: string }> = {
  offer: { title: 'Erbjudande', hint: 'Säljaren väntar på ditt svar.' },
  outbid: { title: 'Du är överbjuden' },
  leading: { title: 'Du leder' },
  sealed: {
    title: 'Ditt bud är lagt',
    hint: 'Buden är dolda: ingen verkstad får veta hur andra bjuder.',
  },
  watched: { title: 'Du bevakar', hint: 'Du har inget bud här än.' },
  ended: { title: 'Avslutade' },
};

/** The heading of a group of Mina auktioner, with its count (LIST-6). `isPartial`: further pages may add to it. */
export function CardGroupHeading(props: { name: MyGroup; count: number; isPartial: boolean }) {
  const { name, count, isPartial } = props;
  const { title, hint } = WORDS[name];
  return (
    <div className={styles.heading}>
      <h2 id={`group-${name}`}>
        <span>{title}</span>{' '}
        <span className={styles.number}>
          <span className="visually-hidden">{isPartial ? 'minst ' : ''}</span>
          <span>{count}</span>
          {isPartial && <span aria-hidden="true">+</span>}
        </span>
      </h2>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
