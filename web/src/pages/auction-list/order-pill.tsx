import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import styles from './auction-list.module.css';

/** Stands over a list whose order is not what it was; the list itself moves only when it is pressed (LIST-7). */
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
