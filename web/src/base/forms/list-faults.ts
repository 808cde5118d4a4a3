import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { FormFault } from './error-summary.tsx';

/** All errors of a form, nested ones included: one for each field, in the order of `fields`. */
export function listFaults<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  fields: readonly string[] = [],
): FormFault[] {
  const faults: FormFault[] = [];
  const walk = (part: unknown, name: string) => {
    if (typeof part !== 'object' || part === null) return;
    if ('message' in part && typeof part.message === 'string') {
      faults.push({ name, message: part.message });
      return;
    }
    for (const [key, inner] of Object.entries(part)) walk(inner, name ? `${name}.${key}` : key);
  };
  walk(errors, '');
  const indexOf = ({ name }: FormFault) => fields.indexOf(name.replace(/\..*/, ''));
  return faults.toSorted((a, b) => indexOf(a) - indexOf(b));
}

/**
 * The errors for a summary. Adds the field's label before a message that does not contain it, «Postnummer: ange i
 * formatet 12345». A message that names its field and is the error of several fields is listed once.
 */
export function nameFaults(
  faults: readonly FormFault[],
  labelOf: (name: string) => string | undefined,
): FormFault[] {
  return faults.flatMap(({ name, message }, index) => {
    const label = labelOf(name)?.replace(/ \(.*\)$/, '');
    if (label === undefined) return { name, message };
    if (message.toLowerCase().includes(label.toLowerCase())) {
      const first = faults.findIndex((fault) => fault.message === message);
      return first === index ? { name, message } : [];
    }
    return { name, message: `${label}: ${message.charAt(0).toLowerCase()}${message.slice(1)}` };
  });
}
