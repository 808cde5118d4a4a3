import { paths } from '../../base/urls/paths.ts';
import { TERM, type Terms } from './terms.ts';

/** The terms of use (TERMS-1, AUTH-16). */
export const termsOfUse: Terms = {
  title: 'Användarvillkor',
  version: '2026-11-01',
  lead: 'De här villkoren gäller för alla som har ett konto på Restvärde. Du godkänner dem när du loggar in.',
  sections: [
    {
      id: 'tjansten',
      title: 'Tjänsten',
      blocks: [
        'Restvärde (Tjänsten) är en marknadsplats på nätet där försäkringsbolag säljer skadade fordon och andra föremål på auktion till verkstäder som bolagen har godkänt.',
        [
          'Villkoren reglerar hur Tjänsten får användas. För själva köpet gäller ',
          { text: 'de allmänna köpvillkoren', to: paths.purchaseConditions },
          '.',
        ],
      ],
    },
    {
      id: 'konto',
      title: 'Konto och behörighet',
      blocks: [
        `Konton läggs upp av det försäkringsbolag som du arbetar för eller som har godkänt din verkstad. Du måste ha fyllt ${TERM.buyerYears} år, och ha rätt att företräda företaget i det du gör i Tjänsten.`,
        'Ett konto är personligt. Det är knutet till din e-postadress, och får inte användas av någon annan. Slutar du på företaget, eller ändras dina uppgifter, ska bolaget få veta det så att kontot kan ändras eller stängas.',
        'Vad du kan se och göra beror på din roll. Försök att komma åt sådant som din roll inte ger rätt till är inte tillåtna.',
      ],
    },
    {
      id: 'inloggning',
      title: 'Inloggning och säkerhet',
      blocks: [
        'Du loggar in med e-post, lösenord och en kod som skickas till din e-post, eller med ditt bolags egen inloggning. Lösenord och koder ska hållas hemliga.',
        'Varken Restvärde eller något bolag ringer och ber dig logga in, läsa upp en kod eller byta lösenord. Logga aldrig in om någon har ringt och bett dig göra det, utan lägg på och kontakta ditt bolag.',
        'Misstänker du att någon annan har kommit åt ditt konto ska du genast byta lösenord, logga ut överallt och meddela bolaget. Det som har gjorts med ditt konto innan bolaget fick veta det ansvarar du för, om du har varit oaktsam.',
      ],
    },
    {
      id: 'anvandning',
      title: 'Så får Tjänsten användas',
      blocks: [
        'Tjänsten är till för att sälja och köpa på auktion. Det är inte tillåtet att',
        {
          points: [
            'lägga bud utan avsikt att köpa, eller för att driva upp priset,',
            'komma överens med andra om vem som ska bjuda eller hur mycket,',
            'använda fler konton än ett, eller ett konto som tillhör någon annan,',
            'hämta uppgifter ur Tjänsten med automatiska hjälpmedel i annan omfattning än vad en människa kan läsa,',
            'störa eller överbelasta Tjänsten, eller försöka kringgå dess skydd,',
            'sprida bilder, dokument och uppgifter ur en auktion till andra än dem som behöver dem för köpet.',
          ],
        },
        'Det som du skriver och laddar upp ska vara riktigt och lagligt, och får inte innehålla fler personuppgifter än vad som behövs. Registreringsnummer på andra fordon, ansikten och handlingar som inte hör till objektet ska inte synas på bilderna.',
      ],
    },
    {
      id: 'bud',
      title: 'Bud och bevakningar',
      blocks: [
        [
          'Ett bud är bindande. Innan du lägger ditt första bud, och varje gång som de ändras, ska du godkänna ',
          { text: 'de allmänna köpvillkoren', to: paths.purchaseConditions },
          '.',
        ],
        'Bevakningar, nedräkning och meddelanden är till för att hjälpa dig. De kan bli försenade eller utebli, och ändrar inte vad som gäller: det är Tjänstens klocka som avgör när en auktion är slut, och ett bud räknas när Tjänsten har registrerat det.',
      ],
    },
    {
      id: 'tillganglighet',
      title: 'Tillgänglighet och avbrott',
      blocks: [
        'Tjänsten är normalt öppen dygnet runt, men kan stängas för underhåll eller av säkerhetsskäl. Planerade avbrott läggs så att de stör pågående auktioner så lite som möjligt.',
        'Blir det ett längre avbrott när en auktion är på väg att sluta får bolaget flytta fram sluttiden eller göra om auktionen.',
        'Tjänsten är byggd för att kunna användas av alla, också med hjälpmedel. Stöter du på ett hinder vill vi veta det: kontakta ditt bolag, som för det vidare.',
      ],
    },
    {
      id: 'rattigheter',
      title: 'Rättigheter',
      blocks: [
        'Tjänsten, dess utformning och dess innehåll är skyddade av upphovsrätt och andra rättigheter. Du får använda innehållet för det som Tjänsten är till för, men inte kopiera eller publicera det i andra sammanhang.',
        'När du laddar upp bilder, dokument och texter ger du Restvärde och bolaget rätt att visa, lagra och bearbeta dem i Tjänsten så länge som det behövs för auktionen och dess räkenskaper.',
      ],
    },
    {
      id: 'ansvar',
      title: 'Ansvar',
      blocks: [
        'Restvärde ansvarar för att Tjänsten tillhandahålls fackmässigt, men inte för det som användare lägger in, för objektens skick eller för att ett köp fullföljs.',
        'Restvärde ersätter inte indirekt skada, till exempel utebliven vinst eller ett uteblivet bud, utom vid uppsåt och grov vårdslöshet.',
        [
          'Ingen part ansvarar för det som beror på omständigheter utanför dess kontroll (',
          { text: 'force majeure', lang: 'fr' },
          ').',
        ],
      ],
    },
    {
      id: 'avstangning',
      title: 'Avstängning och upphörande',
      blocks: [
        'Den som bryter mot villkoren, eller som kan misstänkas göra det, kan stängas av tills saken är utredd. Vid allvarliga eller upprepade överträdelser stängs kontot för gott.',
        'Du kan när som helst be bolaget att stänga ditt konto. Bud som redan är lagda, och köp som redan är gjorda, gäller ändå.',
      ],
    },
    {
      id: 'personuppgifter',
      title: 'Personuppgifter och kakor',
      blocks: [
        [
          'Hur dina uppgifter behandlas, och vad som sparas i din webbläsare, står i ',
          { text: 'informationen om personuppgifter', to: paths.personalData },
          '. Webbplatsen använder inga kakor.',
        ],
      ],
    },
    {
      id: 'andringar',
      title: 'Ändringar',
      blocks: [
        'Villkoren kan ändras när Tjänsten, lagen eller säkerheten kräver det. Den senaste versionen finns alltid här, med datum. Väsentliga ändringar meddelas i Tjänsten eller med e-post minst 30 dagar innan de börjar gälla.',
      ],
    },
    {
      id: 'tvist',
      title: 'Lag och tvist',
      blocks: [
        'Svensk lag gäller för villkoren. En tvist om hur Tjänsten har använts ska i första hand lösas i samförstånd, och annars på det sätt som står i de allmänna köpvillkoren.',
      ],
    },
  ],
};
