import type { ImageView } from '@restvarde/contract/auctions/image-views';

/** How to take the picture of each view (DMG-6). */
export const VIEW_HINTS: Record<ImageView, string> = {
  front_left: 'Stå snett framför, så att fronten och hela vänster sida syns.',
  front_right: 'Stå snett framför, så att fronten och hela höger sida syns.',
  rear_left: 'Stå snett bakom, så att hela vänster sida och bakpartiet syns.',
  rear_right: 'Stå snett bakom, så att hela höger sida och bakpartiet syns.',
  damage: 'Gå nära den största skadan. Ta fler bilder på slutet om det behövs.',
  vin: 'Så nära att numret går att läsa.',
  odometer: 'Slå på tändningen om det går, så att siffrorna syns.',
  engine_bay: 'Öppna motorhuven om det går och ta bilden rakt framifrån.',
  interior_front: 'Från förardörren, så att instrument och framsäten syns.',
  interior_rear: 'Från en bakdörr, så att hela baksätet syns.',
  underbody: 'Håll mobilen lågt vid sidan av fordonet.',
  keys: 'Lägg alla nycklar bredvid varandra.',
};
