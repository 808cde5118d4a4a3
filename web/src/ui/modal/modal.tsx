import { lazy, Suspense, useEffect, useState } from 'react';
import { fetchLater } from '../later.ts';
import type { ModalProps } from './modal-window.tsx';

const loadWindow = () => import('./modal-window.tsx');
const ModalWindow = lazy(loadWindow);

/**
 * A dialog over the page, which waits meanwhile. Focus goes in, and back to where it came from. Its script
 * comes after the page that it may open on, and is there before anybody has found the button.
 */
export function Modal(props: ModalProps) {
  const [isNeeded, setNeeded] = useState(props.isOpen);
  if (props.isOpen && !isNeeded) setNeeded(true);
  useEffect(() => {
    fetchLater(loadWindow);
  }, []);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <ModalWindow {...props} />
    </Suspense>
  );
}
