import { openDeviceSetting } from '../../../ui/device-setting.ts';

/** The view of the list for staff: cards, or compact rows (LIST-14). */
export type ListView = 'cards' | 'rows';

/** The view chosen on this device. The server renders cards, since it does not know the device. */
export const listView = openDeviceSetting<ListView>('restvarde.list_view', ['cards', 'rows']);
