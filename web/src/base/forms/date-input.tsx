import { DateField } from '../../ui/date/date-field.tsx';
import { bind } from './text-input.tsx';

/** A `DateField` of a form: YYYY-MM-DD or ''. */
export const DateInput = /* @__PURE__ */ bind(DateField);
