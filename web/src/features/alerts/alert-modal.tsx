import { Button } from '../../ui/button/button.tsx';
import { Modal } from '../../ui/modal/modal.tsx';

const TEXT = {
  on: {
    title: 'Bevakning aktiverad',
    open: 'Du får mejl om alla nya bud och när auktionen avslutas.',
    // MAIL-3: an email about a rival's bid would reveal it.
    sealed: 'Du får mejl när auktionen avslutas. Buden är dolda, så du får inga mejl om nya bud.',
  },
  off: {
    title: 'Bevakning inaktiverad',
    open: 'Du får inga fler mejl om auktionen.',
    sealed: 'Du får inga fler mejl om auktionen.',
  },
} as const;

/** Explains what watching means, after it is turned on or off (AUC-12). */
export default function AlertModal(props: {
  confirmed: 'on' | 'off';
  hidden_bids: boolean;
  onClose: () => void;
  /** Reverts the change. */
  onUndo: () => void;
}) {
  const { confirmed, hidden_bids, onClose, onUndo } = props;
  return (
    <Modal
      title={TEXT[confirmed].title}
      onOpenChange={onClose}
      footer={
        <>
          <Button variant="primary" onPress={onClose} autoFocus>
            OK
          </Button>
          <Button onPress={onUndo}>Ångra</Button>
        </>
      }
    >
      <p>{TEXT[confirmed][hidden_bids ? 'sealed' : 'open']}</p>
    </Modal>
  );
}
