import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import type { Tone } from './notice.tsx';

export interface ToastContent {
  tone: Tone;
  text: string;
  /** «Ångra» and what it does. */
  action?: { label: string; onAction: () => void };
  /** It is there no more, whoever closed it. */
  onClose?: () => void;
}

/** Long enough to read twice; the time stands still while it is pointed at or has focus. */
const SHOWN_MS = 8000;
const UNDO_MS = 10_000;

export const toasts = new ToastQueue<ToastContent>({ maxVisibleToasts: 1 });

/** Takes away what has been said, but for what went wrong, as when a dialog comes up. */
export function clearToasts(): void {
  for (const { key, content } of toasts.visibleToasts)
    if (content.tone !== 'danger') toasts.close(key);
}

/**
 * Says something at the edge of the page, over whatever page comes next. What went wrong stays until closed.
 * Returns what takes it away again, as when its action has nothing left to act on.
 */
export function showToast(content: ToastContent): () => void {
  const shownMs = content.action ? UNDO_MS : SHOWN_MS;
  const key = toasts.add(content, {
    ...(content.tone !== 'danger' && { timeout: shownMs }),
    ...(content.onClose && { onClose: content.onClose }),
  });
  return () => toasts.close(key);
}
