import { useEffect } from 'react';
import { announceAtOnce } from '../../ui/announce.ts';

/**
 * After each refused attempt to send a form: moves focus to its first invalid control, whose error a screen reader then
 * reads. Where focus is there already, as after Enter, nothing is read by itself, so the error is announced (WCAG 4.1.3).
 * `attempt` is another value for each refused attempt; null, 0 or false while there was none.
 */
export function useFaultFocus(attempt: unknown): void {
  useEffect(() => {
    if (attempt) goToFault();
  }, [attempt]);
}

function goToFault(): void {
  const before = document.activeElement;
  const form = before?.closest('[role=dialog], [role=alertdialog], form, section') ?? document;
  const faults = [...form.querySelectorAll<HTMLElement>('[aria-invalid=true]')];
  const fault = faults.find((one) => one.closest('[aria-hidden=true]') === null);
  if (fault === undefined) return;
  const control = fault.matches('[role=radiogroup]')
    ? (fault.querySelector<HTMLElement>('input:checked') ?? fault.querySelector('input'))
    : fault;
  control?.focus();
  if (document.activeElement === before) announceAtOnce(errorOf(fault));
}

/** The text of the error that describes a control; `Fault` marks it. */
function errorOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  const errors = ids.map((id) => document.getElementById(id)?.querySelector('[data-fault]'));
  return errors
    .map((error) => error?.textContent ?? '')
    .join(' ')
    .trim();
}
