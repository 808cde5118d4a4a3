import type { Endpoint } from '@restvarde/contract/endpoint';

/** Tags by the first part of a path. */
export const TAGS = {
  admin: 'Mejl som inte har gått fram',
  auctions: 'Auktioner, bud och försäljning',
  auth: 'Inloggning',
  categories: 'Kategorier',
  'change-password': 'Byta lösenord',
  companies: 'Försäkringsbolag',
  company: 'Det egna bolagets inställningar',
  'email-previews': 'Så ser mejlen ut',
  feed: 'Auktioner från bolagets egna system',
  guide: 'Vad bolaget har sålt liknande objekt för',
  handovers: 'Fordon att lämna ut',
  'my-auctions': 'Auktioner som verkstaden bevakar eller har bjudit på',
  'my-bids': 'Verkstadens bud',
  'my-tasks': 'Det som väntar på verkstaden',
  notices: 'Händelser att visa',
  'notification-settings': 'Vilka aviseringar en användare vill ha',
  oauth: 'Åtkomstnycklar för andra system',
  offers: 'Erbjudanden till verkstaden',
  'phone-photos': 'Bilder från en mobil utan inloggning',
  'photo-links': 'Länkar för att fotografera med mobilen',
  'push-key': 'Nyckeln för aviseringar',
  'push-subscriptions': 'Webbläsare som visar aviseringar',
  'reset-password': 'Glömt lösenord',
  'saved-searches': 'Verkstadens sparade sökningar',
  'second-factor': 'Tvåstegsinloggning med app',
  'security-events': 'Säkerhetslogg',
  'service-station': 'Den egna verkstaden',
  'service-stations': 'Verkstäder',
  sessions: 'Inloggade enheter',
  'sign-on-providers': 'Inloggning via bolagets egna konton',
  'staging-areas': 'Uppställningsplatser',
  statistics: 'Statistik',
  todo: 'Att göra',
  tokens: 'Nycklar för integrationer',
  unsubscribe: 'Stänga av mejl utan inloggning',
  uploads: 'Filer som skickas i delar',
  users: 'Användare',
  'vehicle-lookup': 'Uppgifter om fordon',
  webhooks: 'Webhookar',
  'won-auctions': 'Auktioner som verkstaden har vunnit',
} as const;

export type Tag = keyof typeof TAGS;

/**
 * The tag of an endpoint.
 * @throws Error for a path whose first part has no tag.
 */
export function tagOf({ path }: Endpoint): Tag {
  const tag = path.split('/')[2]!;
  if (!Object.hasOwn(TAGS, tag)) throw new Error(`${tag} is missing in TAGS.`);
  return tag as Tag;
}
