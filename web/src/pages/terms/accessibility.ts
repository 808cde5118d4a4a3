import { paths } from '../../base/urls/paths.ts';
import type { Terms } from './terms.ts';

/** How accessible the site is, what has been tried and what has not, and where to say so (SHELL-5). */
export const accessibility: Terms = {
  title: 'Tillgänglighet',
  version: '2026-11-20',
  dated: 'Senast uppdaterad',
  lead: 'Restvärde ska kunna användas av alla som säljer och köper här: med tangentbord, skärmläsare eller förstoring, i starkt solljus och i mörker. Så här långt har vi kommit, och så här säger du till när något inte fungerar.',
  sections: [
    {
      id: 'mal',
      title: 'Vad vi följer',
      blocks: [
        [
          'Målet är ',
          { text: 'Web Content Accessibility Guidelines', lang: 'en' },
          ' (WCAG) 2.2 på nivå AA, som den europeiska standarden EN 301 549 bygger på.',
        ],
        'Vi bedömer att webbplatsen följer nivå AA i det som vi har provat, med de brister som står nedan. Bedömningen är vår egen. Ingen utomstående har granskat webbplatsen.',
      ],
    },
    {
      id: 'provat',
      title: 'Så har vi provat',
      blocks: [
        'Varje gång som webbplatsen ändras provas den automatiskt, i en riktig webbläsare (Chromium):',
        {
          points: [
            [
              'Sidorna granskas med verktyget ',
              { text: 'axe-core', lang: 'en' },
              ', i bredderna 320, 768 och 1280 pixlar, ljust och mörkt, även med fel i formulär och med öppna dialoger.',
            ],
            'Ingen sida får kräva att man rullar i sidled, inte heller i den smalaste bredden.',
            'Inloggning och budgivning görs med enbart tangentbord. Dialoger, menyer och kalendrar ska ta emot fokus, och lämna tillbaka det.',
            'Fel i formulär ska stå i text vid sitt fält och i sidans titel, och det som händer medan du tittar på en auktion ska läsas upp utan att du flyttas.',
          ],
        },
        'Text har en kontrast på minst 4,8:1 mot sin bakgrund i båda färgsättningarna.',
      ],
    },
    {
      id: 'inte-provat',
      title: 'Vad vi inte har provat',
      blocks: [
        {
          points: [
            'Skärmläsare för hand (NVDA, JAWS, VoiceOver eller TalkBack). Sidorna är uppmärkta för dem, men ingen har ännu lyssnat sig igenom dem.',
            'Röststyrning och omkopplare.',
            'Webbplatsen tillsammans med personer som har en funktionsnedsättning.',
            'Firefox och Safari, annat än att vi bara använder det som de också stöder.',
          ],
        },
        'Verktyg hittar bara en del av de fel som finns. Räkna därför med att det finns brister som vi inte känner till.',
      ],
    },
    {
      id: 'brister',
      title: 'Brister som vi känner till',
      blocks: [
        {
          points: [
            'Bilder av fordon och skador beskrivs inte i ord var för sig. Det viktigaste om skadan ska stå i auktionens beskrivning, som säljaren skriver.',
            'Dokument som säljaren bifogar, till exempel PDF-filer, kan sakna uppmärkning. Fråga bolaget om uppgifterna i en annan form.',
            'Kartan som adresser länkar till är en annan webbplats, som vi inte råder över.',
            'En auktion slutar vid en bestämd tid, som inte kan förlängas för den som behöver längre tid på sig. Sena bud flyttar fram slutet för alla, och sluttiden står alltid i klartext.',
          ],
        },
      ],
    },
    {
      id: 'anpassa',
      title: 'Så kan du anpassa sidorna',
      blocks: [
        {
          points: [
            [
              'Ljusa eller mörka färger väljer du på ',
              { text: 'Mitt konto', to: paths.account },
              '. Utan val följer sidorna din enhet.',
            ],
            'Text och sidor förstoras med webbläsarens zoom, till 400 procent utan att något försvinner.',
            'Rörelser stängs av när enheten är inställd på minskad rörelse.',
            'Tabbtangenten leder först till en länk förbi menyn: «Hoppa till innehållet».',
          ],
        },
      ],
    },
    {
      id: 'sag-till',
      title: 'Säg till när något inte fungerar',
      blocks: [
        [
          'Skriv eller ring till ditt bolag. Hur det nås står på ',
          { text: 'Kontakta oss', to: paths.contact },
          '. Berätta vilken sida det gäller, vad du ville göra och vilken webbläsare och vilket hjälpmedel du använder. Behöver du en uppgift i en annan form, eller hjälp att göra något som inte går på webbplatsen, så säg det också.',
        ],
      ],
    },
    {
      id: 'tillsyn',
      title: 'Tillsyn',
      blocks: [
        'Är du inte nöjd med svaret kan du vända dig till Post- och telestyrelsen (PTS), som har tillsyn över hur lagen om vissa produkters och tjänsters tillgänglighet följs: www.pts.se.',
      ],
    },
  ],
};
