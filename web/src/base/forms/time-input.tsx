import { TimeField } from '../../ui/date/time-field.tsx';
import { bind } from './text-input.tsx';

/** A `TimeField` of a form: HH:MM or ''. */
export const TimeInput = /* @__PURE__ */ bind(TimeField);
