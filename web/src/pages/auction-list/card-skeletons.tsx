import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './auction-list.module.css';
import cardStyles from './card/auction-card.module.css';

/** Six placeholders with the layout of cards. */
export function CardSkeletons() {
  return (
    <div className={`stack ${styles.part}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        Hämtar auktioner
      </p>
      <div className="quiet" aria-hidden="true">
        <Skeleton width="8rem" />
      </div>
      <div className={styles.list} aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical.
            key={index}
            className={cardStyles.card}
          >
            <div className={cardStyles.picture} />
            <div className={cardStyles.about}>
              <Skeleton width="70%" height="1.25rem" />
              <Skeleton width="90%" />
            </div>
            <div className={cardStyles.where}>
              <Skeleton width="14rem" />
            </div>
            <div className={cardStyles.foot}>
              <Skeleton width="7rem" height="3rem" />
              <Skeleton width="5rem" height="3rem" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
