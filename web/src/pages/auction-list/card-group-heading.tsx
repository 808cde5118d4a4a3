import { PURCHASE_GROUP } from '@restvarde/contract/sale/journey';
import styles from './auction-list.module.css';
import type { ListGroup } from './order/held-places.ts';

const WORDS: Record<ListGroup, { title: string; hint?: string }> = {
  offer: { title: 'Erbjudande', hint: 'Säljaren väntar på ditt svar.' },
  outbid: { title: 'Du är överbjuden' },
  leading: { title: 'Du leder' },
  sealed: {
    title: 'Ditt bud är lagt',
    hint: 'Buden är dolda: ingen verkstad får veta hur andra bjuder.',
  },
  watched: { title: 'Du bevakar', hint: 'Du har inget bud här än.' },
  ended: { title: 'Avslutade' },
  costing: { title: PURCHASE_GROUP.costing, hint: 'Lagringsavgiften ökar för varje dygn.' },
  unpaid: { title: PURCHASE_GROUP.unpaid },
  collect: { title: PURCHASE_GROUP.collect },
  certificate: { title: PURCHASE_GROUP.certificate },
  done: { title: PURCHASE_GROUP.done },
};

/** The heading of a group of Mina or Vunna auktioner, with its count (LIST-6, LIST-17). `isPartial`: further pages may add to it. */
export function CardGroupHeading(props: { name: ListGroup; count: number; isPartial: boolean }) {
  const { name, count, isPartial } = props;
  const { title, hint } = WORDS[name];
  return (
    <div className={styles.heading}>
      <h2 id={`group-${name}`}>
        <span>{title}</span>{' '}
        <span className="count">
          <span className="visually-hidden">{isPartial ? 'minst ' : ''}</span>
          <span>{count}</span>
          {isPartial && <span aria-hidden="true">+</span>}
        </span>
      </h2>
      {hint !== undefined && <p className="quiet">{hint}</p>}
    </div>
  );
}
