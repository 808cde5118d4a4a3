import { LayoutGrid, Rows3 } from 'lucide-react';
import { ToggleButton } from '../../../ui/button/toggle-button.tsx';
import type { ListView } from './list-view.ts';
import styles from './view-toggle.module.css';

/** «Kort / Rader», on wide screens (LIST-14). */
export function ViewToggle(props: { view: ListView; onChange: (view: ListView) => void }) {
  const { view, onChange } = props;
  return (
    <fieldset className={styles.toggle}>
      <legend className="visually-hidden">Visa som</legend>
      <ToggleButton size="sm" isSelected={view === 'cards'} onChange={() => onChange('cards')}>
        <LayoutGrid aria-hidden="true" size={18} />
        Kort
      </ToggleButton>
      <ToggleButton size="sm" isSelected={view === 'rows'} onChange={() => onChange('rows')}>
        <Rows3 aria-hidden="true" size={18} />
        Rader
      </ToggleButton>
    </fieldset>
  );
}
