import { may, type PermissionCheck } from '@restvarde/contract/roles';
import { paths } from '../../base/urls/paths.ts';

/** Staff reach this page from Hem. */
const isYard: PermissionCheck = (caller) => may.actAsStation(caller) && may.handOver(caller);

/** The main menu in order, with the permission of each entry (SHELL-3, ROLE-3–6). */
export const MAIN_MENU: readonly { title: string; to: string; may: PermissionCheck }[] = [
  { title: 'Hem', to: paths.home, may: may.manageAuctions },
  { title: 'Auktioner', to: paths.auctions, may: may.anyUser },
  { title: 'Mina auktioner', to: paths.myAuctions, may: may.actAsStation },
  { title: 'Vunna auktioner', to: paths.wonAuctions, may: may.actAsStation },
  { title: 'Utlämningar', to: paths.handovers, may: isYard },
  { title: 'Verkstäder', to: paths.serviceStations, may: may.administer },
];
