import { useEffect } from 'react';
import { announceAtOnce } from '../../ui/announce.ts';

/**
 * Moves focus to the first invalid control after each rejected attempt to send a form, so that a screen reader reads
 * its error. If focus is already there, for example after Enter, the error is announced instead (WCAG 4.1.3).
 * `attempt` must change with each rejected attempt; it is null, 0 or false before the first.
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

/** The text of the control's error message, which `Fault` marks. */
function errorOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  const errors = ids.map((id) => document.getElementById(id)?.querySelector('[data-fault]'));
  return errors
    .map((error) => error?.textContent ?? '')
    .join(' ')
    .trim();
}
