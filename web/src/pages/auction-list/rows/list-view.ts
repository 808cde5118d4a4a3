import { openDeviceSetting } from '../../../ui/device-setting.ts';

/** How staff look at the list of auctions: pictures beside each other, or many under each other (LIST-14). */
export type ListView = 'cards' | 'rows';

/** The view chosen on this device. A first view is rendered with cards, since the server knows no device. */
export const listView = openDeviceSetting<ListView>('restvarde.list_view', ['cards', 'rows']);
