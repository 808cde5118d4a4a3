import { formatWhen } from '../format/dates.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './auction-form.module.css';

/** Somebody left an auction unsaved here: to go on with, or to throw away (FORM-11). */
export function DraftNotice(props: { at: number; goOn: () => void; discard: () => void }) {
  return (
    <Notice tone="info">
      <p>Du har ett sparat utkast från {formatWhen(props.at, Date.now())}. Bilder sparas inte.</p>
      <div className={styles.choices}>
        <Button size="sm" onPress={props.goOn}>
          Fortsätt
        </Button>
        <Button size="sm" variant="quiet" onPress={props.discard}>
          Kasta
        </Button>
      </div>
    </Notice>
  );
}
