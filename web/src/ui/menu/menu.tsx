import { EllipsisVertical } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { buttonClass } from '../button/button-class.ts';
import { lazyPart } from '../later.ts';
import { DeferredPopover } from './deferred-popover.tsx';
import type { MenuProps } from './menu-popover.tsx';

// The button renders before the menu's script is loaded.
const menuPopover = lazyPart(() => import('./menu-popover.tsx'));

export type MenuChoice = MenuProps['choices'][number];

/** A menu button. The menu closes on Escape, a press outside or a choice. */
export function Menu(props: MenuProps) {
  return <DeferredPopover popover={menuPopover} props={props} />;
}

/** The three-dot menu. `label` names its object: «Fler val för auktion 10342» (FMT-4). */
export function ThreeDotMenu({ label, choices }: Pick<MenuProps, 'label' | 'choices'>) {
  return (
    <Menu
      label={label}
      choices={choices}
      trigger={
        <AriaButton
          aria-label={label}
          className={buttonClass({ variant: 'quiet', size: 'sm', isSquare: true })}
        >
          <EllipsisVertical size={20} />
        </AriaButton>
      }
    />
  );
}
