import { Button } from '../../../ui/button/button.tsx';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Modal } from '../../../ui/modal/modal.tsx';
import styles from './new-secret.module.css';

/** Shows a secret. A press outside does not close it: the secret cannot be shown again (FEED-1, FEED-9). */
export function NewSecret(props: {
  /** In the definite form: «nyckeln». */
  noun: string;
  secret: string;
  /** Where to copy it and what it does. */
  children: string;
  onClose: () => void;
}) {
  const { noun, secret, children, onClose } = props;
  return (
    <Modal
      title={`Spara ${noun} nu`}
      onOpenChange={onClose}
      isDismissable={false}
      footer={
        <Button variant="primary" onPress={onClose}>
          Klar
        </Button>
      }
    >
      <div className="stack gap-4">
        <p>{children}</p>
        <p className={`row gap-2 ${styles.secret}`}>
          <code>{secret}</code>
          <CopyButton value={secret} of={noun} />
        </p>
      </div>
    </Modal>
  );
}
