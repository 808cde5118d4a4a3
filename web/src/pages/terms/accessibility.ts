import { paths } from '../../base/urls/paths.ts';
import type { Terms } from './terms.ts';

/** The accessibility statement: what has been tested, what has not, and where to report problems (SHELL-5). */
export const accessibility: Terms = {
  title: 'Tillgänglighet',
  version: '2026-11-28',
  dated: 'Senast uppdaterad',
  lead: 'Alla som säljer och köper här ska kunna använda Restvärde: med tangentbord, skärmläsare eller förstoring, i starkt solljus och i mörker. Här står vad vi har testat, vilka brister vi känner till och hur du säger till när något inte fungerar.',
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
        'Vi följer WCAG frivilligt. Lagen om vissa produkters och tjänsters tillgänglighet (2023:254) gäller tjänster till konsumenter. På Restvärde köper verkstäder för sin verksamhet, så vi bedömer att lagen inte gäller oss.',
        'Webbplatsen följer delvis nivå AA. De brister som vi känner till står nedan. Bedömningen är vår egen; ingen utomstående har granskat webbplatsen för vår räkning.',
      ],
    },
    {
      id: 'provat',
      title: 'Så har vi testat',
      blocks: [
        'Varje ändring av webbplatsen testas automatiskt i en riktig webbläsare (Chromium) innan den släpps. Senaste genomgången av texten här och av testerna gjordes den 26 november 2026.',
        {
          points: [
            [
              'Sidorna granskas med verktyget ',
              { text: 'axe-core', lang: 'en' },
              ' i bredderna 320, 768 och 1280 pixlar, med ljusa och mörka färger, med fel i formulär och med öppna dialoger.',
            ],
            'Ingen sida får kräva att man rullar i sidled. I ett fönster på 320 × 256 pixlar, som motsvarar 400 procents zoom, får inget täcka det som har fokus.',
            'Inloggning, budgivning och formulär används med enbart tangentbord.',
            'Vi kontrollerar vad en skärmläsare får läsa upp, och att det sker en gång: fel i formulär, bud från andra, att auktionen är slut och hur det gick.',
            'Vi kontrollerar namn och roller för fält, listor och knappar.',
          ],
        },
        'Text har en kontrast på minst 4,8:1 mot sin bakgrund, med både ljusa och mörka färger.',
      ],
    },
    {
      id: 'inte-provat',
      title: 'Det här har vi inte testat',
      blocks: [
        {
          points: [
            'Skärmläsare för hand (NVDA, JAWS, VoiceOver eller TalkBack). Testerna visar vad sidorna lämnar till en skärmläsare, inte hur den läser upp det.',
            'Röststyrning och andra styrsätt.',
            'Webbplatsen tillsammans med personer som har en funktionsnedsättning.',
          ],
        },
        'Verktyg hittar bara en del av alla fel. Det finns säkert brister som vi inte känner till.',
      ],
    },
    {
      id: 'brister',
      title: 'Brister som vi känner till',
      blocks: [
        {
          points: [
            'Bilder av fordon och skador beskrivs inte var för sig. Säljaren skriver det viktigaste om skadan i auktionens beskrivning.',
            'Dokument som säljaren bifogar, till exempel PDF-filer, kan sakna uppmärkning. Be bolaget om uppgifterna i en annan form.',
            'Mejlen är uppmärkta med rubriker och rader och kan läsas som ren text. De är inte testade i alla mejlprogram.',
            'Kartan som adresser länkar till är en annan webbplats, som vi inte kan påverka.',
            'En auktion slutar en bestämd tid. Den kan inte förlängas för den som behöver mer tid. Sena bud flyttar fram slutet för alla.',
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
              '. Gör du inget val följer sidorna din enhet.',
            ],
            'Text och sidor förstoras med webbläsarens zoom, upp till 400 procent.',
            'Rörelser stängs av när enheten är inställd på minskad rörelse.',
            'Första trycket på tabbtangenten leder till en länk förbi menyn: ”Hoppa till innehållet”. Meddelanden nederst i fönstret nås med F6 och stängs med Escape.',
            'Handläggare loggas ut efter tolv timmar utan aktivitet. Fem minuter innan kommer en fråga om du vill fortsätta.',
          ],
        },
      ],
    },
    {
      id: 'sag-till',
      title: 'Säg till när något inte fungerar',
      blocks: [
        'Berätta vilken sida det gäller, vad du ville göra och vilken webbläsare och vilket hjälpmedel du använder. Säg också till om du behöver en uppgift i en annan form, eller hjälp med något som inte går på webbplatsen. Du får svar inom fem vardagar.',
        { shows: 'contact' },
        [
          'Är du inloggad kan du också vända dig till ditt bolag, som du når via ',
          { text: 'Kontakta oss', to: paths.contact },
          '.',
        ],
      ],
    },
    {
      id: 'tillsyn',
      title: 'Tillsyn',
      blocks: [
        'Post- och telestyrelsen (PTS) har tillsyn över lagen om vissa produkters och tjänsters tillgänglighet. Tycker du att lagen gäller Restvärde, och är du inte nöjd med vårt svar, kan du vända dig dit: www.pts.se.',
      ],
    },
  ],
};
