import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import type { Tone } from './notice.tsx';

export interface ToastContent {
  tone: Tone;
  text: string;
  /** «Ångra» and its handler. */
  action?: { label: string; onAction: () => void };
  /** Called when the toast is gone, for whatever reason. */
  onClose?: () => void;
}

/** Long enough to read twice. The timer pauses on hover and focus. */
const SHOWN_MS = 8000;
const UNDO_MS = 10_000;

export const toasts = new ToastQueue<ToastContent>({ maxVisibleToasts: 1 });

/** Closes all toasts except errors, for example when a dialog opens. */
export function clearToasts(): void {
  for (const { key, content } of toasts.visibleToasts)
    if (content.tone !== 'danger') toasts.close(key);
}

/** Shows a toast that survives navigation. Errors stay until closed. Returns a function that closes it. */
export function showToast(content: ToastContent): () => void {
  const shownMs = content.action ? UNDO_MS : SHOWN_MS;
  const key = toasts.add(content, {
    ...(content.tone !== 'danger' && { timeout: shownMs }),
    ...(content.onClose && { onClose: content.onClose }),
  });
  return () => toasts.close(key);
}

/** Shows that an act has succeeded. */
export const showSuccess = (text: string): (() => void) => showToast({ tone: 'success', text });
