import { lazy, Suspense, useEffect, useState } from 'react';
import { preloadWhenIdle } from '../later.ts';
import type { ModalProps } from './modal-window.tsx';

const loadWindow = () => import('./modal-window.tsx');
const ModalWindow = lazy(loadWindow);

/**
 * A modal dialog. Focus moves in and returns on close. Its script loads after the page, before anybody can open it.
 */
export function Modal(props: ModalProps) {
  const { isOpen = true } = props;
  const [isNeeded, setNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setNeeded(true);
  useEffect(() => {
    preloadWhenIdle(loadWindow);
  }, []);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <ModalWindow {...props} />
    </Suspense>
  );
}
