import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import styles from '../popover.module.css';
import type { Opening } from './deferred-popover.tsx';

export interface ChoiceMenuProps<Id extends string> {
  /** A React Aria button, such as `ui/button`. */
  trigger: ReactElement;
  /** The name of the menu. */
  label: string;
  choices: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (value: Id) => void;
}

/** The menu of `choice-menu.tsx`. */
export default function ChoicePopover(props: ChoiceMenuProps<string> & Opening) {
  const { trigger, label, choices, value, onChange, isOpen, onOpenChange, autoFocus } = props;
  return (
    <MenuTrigger {...{ isOpen, onOpenChange }}>
      {trigger}
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <AriaMenu
          className={styles.list ?? ''}
          aria-label={label}
          {...(autoFocus && { autoFocus })}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[value]}
          onSelectionChange={(keys) => {
            const chosen = choices.find((choice) => keys !== 'all' && keys.has(choice.id));
            if (chosen !== undefined && chosen.id !== value) onChange(chosen.id);
          }}
        >
          {choices.map((choice) => (
            <AriaMenuItem
              key={choice.id}
              id={choice.id}
              textValue={choice.label}
              className={styles.item ?? ''}
            >
              {({ isSelected }) => (
                <>
                  <span>{choice.label}</span>
                  {isSelected && <Check size={20} className={styles.check} />}
                </>
              )}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
