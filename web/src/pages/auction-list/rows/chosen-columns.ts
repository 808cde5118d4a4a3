import { openDeviceSetting } from '../../../ui/device-setting.ts';
import { useMedia } from '../../../ui/use-media.ts';

/** The columns of the row view that staff choose, with their titles (LIST-14). */
export const CHOSEN_COLUMNS = {
  condition: 'Säljes för',
  place: 'Finns på',
  manager: 'Handläggare',
} as const;

export type ChosenColumn = keyof typeof CHOSEN_COLUMNS;

const openSetting = (column: ChosenColumn) =>
  openDeviceSetting<'off' | 'on'>(`restvarde.column_${column}`, ['off', 'on']);

/** Whether each column is shown on this device. */
export const columnSettings = {
  condition: openSetting('condition'),
  place: openSetting('place'),
  manager: openSetting('manager'),
};

/** Whether there is room for more columns. */
export const useColumnRoom = (): boolean => useMedia('(min-width: 80em)');

/** The chosen columns, in the order of the table. */
export function useChosenColumns(): ChosenColumn[] {
  const chosen = {
    condition: columnSettings.condition.use(),
    place: columnSettings.place.use(),
    manager: columnSettings.manager.use(),
  };
  return (Object.keys(chosen) as ChosenColumn[]).filter((column) => chosen[column] === 'on');
}
