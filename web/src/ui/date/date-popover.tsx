import { type ComponentProps, type RefObject, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import popoverStyles from '../popover.module.css';
import { DateCalendar } from './date-calendar.tsx';
import styles from './date-field.module.css';

/** Distance of a downward swipe that closes the calendar (FMT-3). */
const SWIPE_PX = 70;

/** The calendar popover of `date-field.tsx`. */
export default function DatePopover(
  props: ComponentProps<typeof DateCalendar> & {
    toggle: RefObject<HTMLButtonElement | null>;
    isOpen: boolean;
  },
) {
  const { toggle, isOpen, ...calendar } = props;
  const touch = useRef(0);
  return (
    <Popover
      triggerRef={toggle}
      isOpen={isOpen}
      onOpenChange={calendar.onClose}
      placement="bottom end"
      offset={8}
      className={`${popoverStyles.popover} ${styles.popover}`}
    >
      <Dialog
        aria-label="Välj datum"
        className={styles.dialog ?? ''}
        onTouchStart={(event) => {
          touch.current = event.touches[0]?.clientY ?? 0;
        }}
        onTouchEnd={(event) => {
          if ((event.changedTouches[0]?.clientY ?? 0) - touch.current >= SWIPE_PX) {
            calendar.onClose();
          }
        }}
      >
        <DateCalendar {...calendar} />
      </Dialog>
    </Popover>
  );
}
