import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
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

/**
 * The app's toasts, rendered once, in the shell. Escape closes them and F6 moves focus to them. A toast is a group
 * with an alert in it: React Aria's alertdialog would be announced twice.
 */
export default function ToastRegion() {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // Dialogs, menus and fields handle Escape first.
      if (event.defaultPrevented || isOverPage() || toasts.visibleToasts.length === 0) return;
      if (event.key === 'F6') {
        event.preventDefault();
        document.querySelector<HTMLElement>(`.${styles.toast}`)?.focus();
      } else if (event.key === 'Escape') {
        for (const { key } of toasts.visibleToasts) toasts.close(key);
        keepFocus();
      }
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <Region queue={toasts} className={styles.region ?? ''} aria-label="Meddelanden">
      <ToastList<Content> className={styles.list ?? ''}>
        {({ toast }) => {
          const { tone, text, action } = toast.content;
          const Icon = ICONS[tone];
          return (
            <Toast
              toast={toast}
              className={`${styles.toast} ${styles[tone]}`}
              // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form.
              render={({ 'aria-modal': _, ...props }) => <div {...props} role="group" />}
            >
              <Room />
              <Icon size={20} className={styles.icon} />
              <ToastContent className={styles.text}>
                <Text slot="title">{unbroken(text)}</Text>
              </ToastContent>
              {action && (
                <Button
                  className={styles.action ?? ''}
                  onPress={() => {
                    action.onAction();
                    toasts.close(toast.key);
                    keepFocus();
                  }}
                >
                  {action.label}
                </Button>
              )}
              <Button
                slot="close"
                aria-label="Stäng"
                className={styles.close ?? ''}
                onPress={keepFocus}
              >
                <X size={20} />
              </Button>
            </Toast>
          );
        }}
      </ToastList>
    </Region>
  );
}

/** Sets `--toast` to the height of the toasts, so that focused elements scroll clear of them. */
function Room() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const region = mark.current?.closest<HTMLElement>('[role=region]');
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--toast', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`);
    });
    if (region) observer.observe(region);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast');
    };
  }, []);
  return <span ref={mark} hidden />;
}

/** Returns whether a layer over the page would handle Escape. */
function isOverPage(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}

/** Moves focus to the next toast when one is closed by its button. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>(`.${styles.toast}`)?.focus();
    }
  });
}
