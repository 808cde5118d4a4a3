import {
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import styles from './early-press.module.css';

interface Openable {
  trigger: ReactNode;
  isOpenAtFirst?: boolean;
}

/**
 * Shows a button at once and what it opens when that has been fetched. A press in between is not lost: it
 * opens as soon as it is there.
 */
export function EarlyPress<Props extends Openable>({
  Popover,
  props,
}: {
  Popover: LazyExoticComponent<ComponentType<Props>>;
  props: Props;
}) {
  const [wasPressed, setPressed] = useState(false);
  // A key press on the button is a click too.
  const button = (
    <span className={styles.through} onClickCapture={() => setPressed(true)}>
      {props.trigger}
    </span>
  );
  return (
    <Suspense fallback={button}>
      <Popover {...props} isOpenAtFirst={wasPressed} />
    </Suspense>
  );
}
