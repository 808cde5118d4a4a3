import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import styles from './auction-list.module.css';

/** Shown when the order has changed; the list is reordered only when it is pressed (LIST-7). */
export function OrderPill(props: { onPress: () => void; isPending: boolean }) {
  useEffect(() => announce('Ordningen har ändrats'), []);
  return (
    <div className={styles.pill}>
      <Button
        variant="primary"
        size="sm"
        icon={<RefreshCw aria-hidden="true" size={16} />}
        onPress={props.onPress}
        isPending={props.isPending}
        pendingLabel="Uppdaterar …"
      >
        Ordningen har ändrats – uppdatera
      </Button>
    </div>
  );
}
