import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { FormFault } from './error-summary.tsx';

/** All that is wrong with a form, also within its rows, each sentence once: two fields may share it. */
export function listFaults<Values extends FieldValues>(errors: FieldErrors<Values>): FormFault[] {
  const faults: FormFault[] = [];
  const walk = (part: unknown, name: string) => {
    if (typeof part !== 'object' || part === null) return;
    if ('message' in part && typeof part.message === 'string') {
      const { message } = part;
      if (!faults.some((fault) => fault.message === message)) faults.push({ name, message });
      return;
    }
    for (const [key, inner] of Object.entries(part)) walk(inner, name ? `${name}.${key}` : key);
  };
  walk(errors, '');
  return faults;
}
