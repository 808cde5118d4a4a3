import { lazyPart } from '../later.ts';
import type { ChoiceMenuProps } from './choice-popover.tsx';
import { DeferredPopover } from './deferred-popover.tsx';

// The button renders before the menu's script is loaded.
const choicePopover = lazyPart(() => import('./choice-popover.tsx'));

/** A menu of alternative views, such as sort orders, with the current one marked. */
export function ChoiceMenu<Id extends string>(props: ChoiceMenuProps<Id>) {
  return (
    <DeferredPopover popover={choicePopover} props={props as unknown as ChoiceMenuProps<string>} />
  );
}
