import { may, type PermissionCheck } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { paths } from '../../../base/urls/paths.ts';

/** Pages that the search leads staff to. */
const PAGES: readonly { title: string; to: string; may: PermissionCheck }[] = [
  { title: 'Hem', to: paths.home, may: may.manageAuctions },
  { title: 'Auktioner', to: paths.auctions, may: may.manageAuctions },
  { title: 'Verkstäder', to: paths.serviceStations, may: may.administer },
  { title: 'Lägg till auktion', to: paths.newAuction, may: may.manageAuctions },
  { title: 'Avgör auktioner', to: paths.settle, may: may.manageAuctions },
  { title: 'Utlämningar', to: paths.handovers, may: may.manageAuctions },
  { title: 'Lägg till verkstad', to: paths.newServiceStation, may: may.administer },
  { title: 'Inställningar', to: paths.settings, may: may.administer },
  { title: 'Uppställningsplatser', to: paths.settingsStagingAreas, may: may.administer },
  { title: 'Personal', to: paths.settingsStaff, may: may.administer },
  { title: 'Säkerhetslogg', to: paths.settingsSecurity, may: may.administer },
];

/** Staff's pages with a word that begins with the text (LIST-11). */
export function pagesFor(me: User, text: string): readonly { title: string; to: string }[] {
  const start = text.toLocaleLowerCase('sv');
  if (start.length < 2 || !may.manageAuctions(me)) return [];
  return PAGES.filter(
    (page) =>
      page.may(me) &&
      page.title
        .toLocaleLowerCase('sv')
        .split(' ')
        .some((word) => word.startsWith(start)),
  );
}
