import {
  CONDITION_SENTENCE,
  type Condition,
  conditionText,
  fullCondition,
  isCheckedLater,
  NO_CONDITION,
} from '@restvarde/contract/auctions/condition';
import { messagesByField } from '@restvarde/contract/errors';

/** The condition of a form's text; none if a stored draft is corrupt. */
export function readCondition(written: string): Condition {
  try {
    return fullCondition(JSON.parse(written) as Partial<Condition>);
  } catch {
    return NO_CONDITION;
  }
}

/** The messages of a condition by their path in it, such as `panels.3.kind` (DMG-1 – DMG-3). */
export function conditionFaults(written: string, now: number): Record<string, string | undefined> {
  const read = conditionText.safeParse(written);
  if (!read.success) {
    return Object.fromEntries(
      Object.entries(messagesByField(read.error)).map(([path, [message]]) => [path, message]),
    );
  }
  return isCheckedLater(read.data, new Date(now))
    ? { run_checked_on: CONDITION_SENTENCE.checkedLater }
    : {};
}
