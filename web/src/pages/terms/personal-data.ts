import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { paths } from '../../base/urls/paths.ts';
import { TERM, type Terms } from './terms.ts';

/** The personal data that is stored, why, and for how long (TERMS-1); the contents of web storage (SHELL-8). */
export const personalData: Terms = {
  title: 'Personuppgifter',
  version: '2026-11-20',
  lead: 'Här står vilka personuppgifter som behandlas på Restvärde, varför, hur länge och vilka rättigheter du har. Webbplatsen använder inga kakor.',
  sections: [
    {
      id: 'ansvarig',
      title: 'Vem som är ansvarig',
      blocks: [
        'Det försäkringsbolag som du arbetar för, eller som din verkstad är ansluten till, är personuppgiftsansvarigt för behandlingen av dina uppgifter i Tjänsten. Restvärde behandlar uppgifterna för bolagets räkning, som personuppgiftsbiträde.',
        [
          'Bolagets adress, e-post och telefon finns på sidan ',
          { text: 'Kontakta oss', to: paths.contact },
          ' när du har loggat in. Dit vänder du dig med frågor om dina uppgifter, och för att nå bolagets dataskyddsombud.',
        ],
      ],
    },
    {
      id: 'uppgifter',
      title: 'Vilka uppgifter som behandlas',
      blocks: [
        {
          points: [
            'Konto: namn, e-postadress, roll, bolag eller verkstad, lösenord (som en kondenserad kod som inte kan läsas tillbaka), och vilken version av köpvillkoren du har godkänt och när.',
            'Inloggning: tidpunkter, IP-adress och webbläsare för inloggningar och försök till inloggning, och engångskoder så länge som de gäller.',
            'Auktioner: bud med belopp och tid, vunna auktioner, bevakningar, och ändringar som du har gjort som handläggare.',
            'Verkstad: namn, nummer, adress, kategorier och kontaktperson.',
            'Hämtning: namnet på den som hämtade ett objekt.',
            'Meddelanden: e-post som Tjänsten har skickat till dig om auktioner och konto.',
            'Objekt: uppgifter om ett fordon, som registreringsnummer, chassinummer, bilder och dokument, som kan gå att knyta till en tidigare ägare.',
          ],
        },
        'Uppgifterna kommer från dig, från bolaget och, för fordon, från skadeanmälan och fordonsregistret.',
      ],
    },
    {
      id: 'andamal',
      title: 'Varför, och med vilken rättslig grund',
      blocks: [
        {
          points: [
            'För att ge dig ett konto, hålla auktioner, ta emot bud och fullfölja köp: avtalet med dig eller det företag du företräder (artikel 6.1 b och f i dataskyddsförordningen).',
            'För att skicka koder, svar på bud och de meddelanden du har valt: avtalet och vårt berättigade intresse av att auktionen fungerar (artikel 6.1 b och f).',
            'För att skydda konton, upptäcka missbruk och kunna visa hur en auktion har gått till: berättigat intresse av säkerhet och av att kunna försvara rättsliga anspråk (artikel 6.1 f).',
            'För bokföring och skatt: rättslig förpliktelse (artikel 6.1 c).',
            'För statistik om auktioner, utan namn: berättigat intresse av att utveckla försäljningen (artikel 6.1 f).',
          ],
        },
        'Uppgifterna används inte för reklam, och säljs inte. Inga beslut som rör dig fattas enbart automatiskt; vem som vinner en auktion följer av buden och av bolagets val.',
      ],
    },
    {
      id: 'mottagare',
      title: 'Vilka som får se uppgifterna',
      blocks: [
        {
          points: [
            'Bolagets handläggare ser vilka verkstäder som har bjudit på bolagets auktioner, och hur mycket.',
            'Andra verkstäder ser aldrig vem som har lagt ett bud. I en auktion med dolda bud ser de inte heller hur mycket.',
            'Den som vinner får bolagets kontaktuppgifter, och bolaget får verkstadens.',
            'Leverantörer av drift, lagring och e-post behandlar uppgifter för Tjänstens räkning, enligt avtal.',
            'Myndigheter får uppgifter när lagen kräver det.',
          ],
        },
        'Uppgifterna lagras och behandlas inom EU och EES.',
      ],
    },
    {
      id: 'lagringstid',
      title: 'Hur länge uppgifterna sparas',
      blocks: [
        {
          points: [
            `Konto och verkstad: så länge som avtalet gäller. Personuppgifterna raderas eller görs anonyma ${TERM.erasureMonths} månader efter det att avtalet har upphört.`,
            `Försäljningar: bud, köp, fakturaunderlag och handlingar som hör till en försäljning sparas i ${TERM.bookYears} år, för bokföringens skull och för att kunna bemöta anspråk.`,
            'Namnet på den som hämtade ett objekt: i 12 månader.',
            `Engångskoder gäller i ${AUTH.codeMinutes} minuter. En inloggning gäller i högst ${AUTH.sessionDays} dagar.`,
            'Säkerhetsloggar: i högst 12 månader.',
          ],
        },
      ],
    },
    {
      id: 'webblasaren',
      title: 'Vad som sparas i din webbläsare',
      blocks: [
        'Webbplatsen använder inga kakor, varken egna eller andras, och inga verktyg som följer dig mellan webbplatser. För att fungera sparar den i stället några uppgifter i webbläsarens eget minne för webbplatsen. De skickas inte med av sig själva, som kakor gör, och kan inte läsas av andra webbplatser.',
        {
          points: [
            [
              { code: 'restvarde.auth' },
              ': att du är inloggad (två nycklar), en inloggning som väntar på sin kod, och adressen till ditt bolags inloggning. Tas bort när du loggar ut.',
            ],
            [
              { code: 'restvarde.draft' },
              ': texten i en auktion som du har börjat skriva men inte sparat, så att den inte går förlorad. Bilder sparas inte. Tas bort när auktionen sparas, och gäller annars i 7 dagar.',
            ],
            [
              { code: 'restvarde.theme' },
              ': om du har valt ljusa eller mörka färger på den här enheten. Tas bort när du väljer ”Som enheten” igen.',
            ],
            [
              { code: 'restvarde.shortcuts' },
              ': om du har slagit på kortkommandon på den här enheten. Tas bort när du slår av dem.',
            ],
            [
              { code: 'restvarde.list_view' },
              ': om du som handläggare har valt att se auktionerna som rader på den här enheten. Tas bort när du väljer kort igen.',
            ],
            [
              { code: 'restvarde.return' },
              ': den sida du var på väg till när du behövde logga in. Tas bort vid inloggningen, och när fliken stängs.',
            ],
            [
              { code: 'tsr-scroll-restoration' },
              ' och ',
              { code: 'restvarde.release' },
              ': hur långt ner du hade rullat på en sida, och att en sida redan har laddats om efter en uppdatering. Tas bort när fliken stängs.',
            ],
          ],
        },
        'Allt detta behövs för det som du själv har bett om, och därför frågar webbplatsen inte om samtycke. Du kan ta bort det i webbläsarens inställningar; då loggas du ut. Hindrar webbläsaren webbplatsen från att spara fungerar den ändå, men du loggas ut när sidan stängs.',
      ],
    },
    {
      id: 'skydd',
      title: 'Hur uppgifterna skyddas',
      blocks: [
        'All trafik är krypterad. Inloggning sker i två steg, lösenord och koder lagras så att de inte kan läsas, och varje roll ser bara det den behöver. Ändringar av en auktion förs i en logg som inte går att ändra.',
        'Händer något som kan innebära en risk för dig anmäls det till Integritetsskyddsmyndigheten inom 72 timmar, och du får veta det när risken är hög.',
      ],
    },
    {
      id: 'rattigheter',
      title: 'Dina rättigheter',
      blocks: [
        'Du har rätt att',
        {
          points: [
            'få veta vilka uppgifter om dig som behandlas, och få en kopia av dem,',
            'få felaktiga uppgifter rättade,',
            'få uppgifter raderade, eller behandlingen begränsad, när de inte längre behövs eller inte får behandlas,',
            'invända mot behandling som grundas på ett berättigat intresse,',
            'få ut de uppgifter som du själv har lämnat i ett format som kan användas någon annanstans.',
          ],
        },
        'Uppgifter som måste sparas enligt lag, till exempel för bokföring, kan inte raderas i förtid.',
        'Är du missnöjd med hur dina uppgifter behandlas kan du klaga hos Integritetsskyddsmyndigheten, www.imy.se.',
      ],
    },
    {
      id: 'andringar',
      title: 'Ändringar',
      blocks: [
        [
          'Informationen ändras när behandlingen ändras. Den senaste versionen finns alltid här, med datum. Läs också ',
          { text: 'användarvillkoren', to: paths.termsOfUse },
          ' och ',
          { text: 'de allmänna köpvillkoren', to: paths.purchaseConditions },
          '.',
        ],
      ],
    },
  ],
};
