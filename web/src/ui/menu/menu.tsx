import { EllipsisVertical } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { buttonClass } from '../button/button-class.ts';
import { later } from '../later.ts';
import { DeferredPopover } from './deferred-popover.tsx';
import type { MenuProps } from './menu-popover.tsx';

// The page does not wait for what opens over it: its button stands there at once.
const menuPopover = later(() => import('./menu-popover.tsx'));

export type MenuChoice = MenuProps['choices'][number];

/** A menu behind a button: toggles, closes on Escape, an outside press or a choice. */
export function Menu(props: MenuProps) {
  return <DeferredPopover popover={menuPopover} props={props} />;
}

/** The three-dot menu; `label` says of what: «Fler val för auktion 10342» (FMT-4). */
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
          <EllipsisVertical aria-hidden="true" size={20} />
        </AriaButton>
      }
    />
  );
}
