import { Columns3 } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { Menu } from '../../../ui/menu/menu.tsx';
import {
  CHOSEN_COLUMNS,
  type ChosenColumn,
  columnSettings,
  useChosenColumns,
  useColumnRoom,
} from './chosen-columns.ts';

/** Shows and hides columns of the row view (LIST-14). */
export default function ColumnMenu() {
  const hasRoom = useColumnRoom();
  const chosen = useChosenColumns();
  if (!hasRoom) return null;
  return (
    <Menu
      label="Kolumner"
      trigger={
        <Button size="sm" icon={<Columns3 size={18} />}>
          Kolumner
        </Button>
      }
      choices={(Object.keys(CHOSEN_COLUMNS) as ChosenColumn[]).map((column) => {
        const isOn = chosen.includes(column);
        return {
          id: column,
          label: `${isOn ? 'Dölj' : 'Visa'} ${CHOSEN_COLUMNS[column]}`,
          onAction: () => columnSettings[column].set(isOn ? 'off' : 'on'),
        };
      })}
    />
  );
}
