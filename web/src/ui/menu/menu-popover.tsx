import type { ReactElement, ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import styles from '../popover.module.css';
import type { Opening } from './deferred-popover.tsx';

interface MenuChoice {
  id: string;
  label: string;
  icon?: ReactNode;
  /** The item has either an address within the site or an action. */
  href?: string;
  onAction?: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
}

export interface MenuProps {
  /** A React Aria button, such as `ui/button`. */
  trigger: ReactElement;
  /** The name of the menu; its visible heading if `isHeadingShown`. */
  label: string;
  isHeadingShown?: boolean;
  choices: readonly MenuChoice[];
  placement?: 'bottom start' | 'bottom end';
}

/** The menu of `menu.tsx`. */
export default function MenuPopover(props: MenuProps & Opening) {
  const { trigger, label, isHeadingShown = false, choices, placement } = props;
  const { isOpen, onOpenChange, autoFocus } = props;
  const items = choices.map((choice) => (
    <AriaMenuItem
      key={choice.id}
      id={choice.id}
      textValue={choice.label}
      className={`${styles.item} ${choice.isDanger ? styles.danger : ''}`}
      {...(choice.href !== undefined && { href: choice.href })}
      {...(choice.onAction && { onAction: choice.onAction })}
      isDisabled={choice.isDisabled ?? false}
    >
      {choice.icon}
      <span>{choice.label}</span>
    </AriaMenuItem>
  ));
  return (
    <MenuTrigger {...{ isOpen, onOpenChange }}>
      {trigger}
      <Popover className={styles.popover ?? ''} placement={placement ?? 'bottom end'} offset={4}>
        <AriaMenu
          className={styles.list ?? ''}
          aria-label={label}
          {...(autoFocus && { autoFocus })}
        >
          {isHeadingShown ? (
            <MenuSection>
              <Header className={styles.heading ?? ''}>{label}</Header>
              {items}
            </MenuSection>
          ) : (
            items
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
