import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import {
  Button,
  UNSTABLE_ToastRegion as Region,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastList as ToastList,
} from 'react-aria-components/Toast';
import { unbroken } from '../format/unbroken.tsx';
import styles from './toast.module.css';
import { type ToastContent as Content, toasts } from './toast.ts';

const ICONS = { info: Info, success: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

/** Where toasts come up: one per app, in the shell. */
export default function ToastRegion() {
  return (
    <Region queue={toasts} className={styles.region ?? ''} aria-label="Meddelanden">
      <ToastList<Content> className={styles.list ?? ''}>
        {({ toast }) => {
          const { tone, text, action } = toast.content;
          const Icon = ICONS[tone];
          return (
            <Toast toast={toast} className={`${styles.toast} ${styles[tone]}`}>
              <Icon aria-hidden="true" size={20} className={styles.icon} />
              <ToastContent className={styles.text}>
                <Text slot="title">{unbroken(text)}</Text>
              </ToastContent>
              {action && (
                <Button
                  className={styles.action ?? ''}
                  onPress={() => {
                    action.onAction();
                    toasts.close(toast.key);
                  }}
                >
                  {action.label}
                </Button>
              )}
              <Button slot="close" aria-label="Stäng" className={styles.close ?? ''}>
                <X aria-hidden="true" size={20} />
              </Button>
            </Toast>
          );
        }}
      </ToastList>
    </Region>
  );
}
