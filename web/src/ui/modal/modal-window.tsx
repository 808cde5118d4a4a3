import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal';
import { buttonClass } from '../button/button-class.ts';
import { clearToasts } from '../feedback/toast.ts';
import styles from './modal.module.css';

export interface ModalProps {
  title: string;
  /** Open by default, for a dialog that is rendered only while it is open. */
  isOpen?: boolean | undefined;
  onOpenChange: (is_open: boolean) => void;
  children: ReactNode;
  /** Buttons, the primary first. It is rightmost, or topmost on a phone. */
  footer?: ReactNode;
  size?: 'md' | 'wide' | 'full';
  /** `side`: a panel from the right edge, as high as the window. */
  placement?: 'center' | 'side';
  role?: 'dialog' | 'alertdialog';
  /** A press outside closes the dialog. Not for forms, where it would lose what was typed. */
  isDismissable?: boolean;
}

/** The dialog of `modal.tsx`. */
export default function ModalWindow(props: ModalProps) {
  const { title, isOpen = true, onOpenChange, children, footer, role = 'dialog' } = props;
  useEffect(() => {
    if (isOpen) clearToasts();
  }, [isOpen]);
  const { size = 'md', placement = 'center', isDismissable = true } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable && role === 'dialog'}
      className={`${styles.overlay} ${styles[placement]}`}
    >
      <AriaModal
        className={`${styles.modal} ${placement === 'side' ? styles.panel : styles.box} ${styles[size]}`}
      >
        <Dialog role={role} className={styles.dialog ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            {role === 'dialog' && (
              <AriaButton
                aria-label="Stäng"
                className={`${buttonClass({ variant: 'quiet', size: 'sm', isSquare: true })} ${styles.close}`}
                onPress={() => onOpenChange(false)}
              >
                <X size={20} />
              </AriaButton>
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <div className={styles.foot}>{footer}</div>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
