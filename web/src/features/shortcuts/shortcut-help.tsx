import type { Caller } from '@restvarde/contract/roles';
import { Modal } from '../../ui/modal/modal.tsx';
import styles from './shortcut-help.module.css';
import { ALWAYS, SHORTCUTS } from './shortcut-list.ts';

/** All shortcuts of this user, and the keys that are always on (SHELL-9). */
export default function ShortcutHelp({ me, onClose }: { me: Caller; onClose: () => void }) {
  return (
    <Modal title="Kortkommandon" onOpenChange={onClose}>
      <KeyList keyed={SHORTCUTS.filter((shortcut) => shortcut.may(me))} />
      <p className={`quiet ${styles.hint}`}>
        De gäller när de är påslagna på Mitt konto, och inte medan du skriver i ett fält.
      </p>
      <h3>Gäller alltid</h3>
      <KeyList keyed={ALWAYS.filter((key) => key.may(me))} />
    </Modal>
  );
}

function KeyList({ keyed }: { keyed: readonly { keys: string; what: string }[] }) {
  return (
    <dl className={styles.list}>
      {keyed.map(({ keys, what }) => (
        <div key={keys}>
          <dt>{what}</dt>
          <dd className={styles.keys}>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
