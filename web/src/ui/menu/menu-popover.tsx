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
  /** Either an address within the site, or something to do. */
  href?: string;
  onAction?: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
}

export interface MenuProps {
  /** A button of react-aria-components; `ui/button` is one. */
  trigger: ReactElement;
  /** Names the menu; shown as its heading when `isHeadingShown`. */
  label: string;
  isHeadingShown?: boolean;
  choices: readonly MenuChoice[];
  placement?: 'bottom start' | 'bottom end';
}

/** The menu itself, by `menu.tsx`. */
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
