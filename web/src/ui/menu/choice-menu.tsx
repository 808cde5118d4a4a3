import { later } from '../later.ts';
import type { ChoiceMenuProps } from './choice-popover.tsx';
import { DeferredPopover } from './deferred-popover.tsx';

// The page does not wait for what opens over it: its button stands there at once.
const choicePopover = later(() => import('./choice-popover.tsx'));

/** One of several ways to show the same, such as an order, behind a button; the one that holds is marked. */
export function ChoiceMenu<Id extends string>(props: ChoiceMenuProps<Id>) {
  return (
    <DeferredPopover popover={choicePopover} props={props as unknown as ChoiceMenuProps<string>} />
  );
}
