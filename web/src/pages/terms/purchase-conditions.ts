import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { paths } from '../../base/urls/paths.ts';
import { TERM, type Terms } from './terms.ts';

/** What a bid binds to (TERMS-1, BID-2). A change of meaning needs a new TERMS_VERSION. */
export const purchaseConditions: Terms = {
  title: 'Allmänna köpvillkor',
  version: TERMS_VERSION,
  lead: 'De här villkoren gäller för varje köp som görs genom en auktion på Restvärde. Du godkänner dem när du lägger ditt första bud, och på nytt när de har ändrats.',
  sections: [
    {
      id: 'tillampning',
      title: 'Tillämpning och parter',
      blocks: [
        'Villkoren gäller mellan det försäkringsbolag som säljer ett objekt (Säljaren) och den verkstad som köper det (Köparen). Vem som är Säljare framgår av auktionen.',
        'Restvärde tillhandahåller webbplatsen där auktionerna hålls (Tjänsten). Restvärde är inte part i köpet, om inte Restvärde uttryckligen anges som Säljare.',
        'Villkor som står i en enskild auktion, till exempel om hämtning, gäller före de här villkoren. I övrigt gäller köplagen (1990:931). Köparens egna villkor gäller inte, även om de finns på en beställning eller en faktura.',
        [
          'För användningen av Tjänsten gäller dessutom ',
          { text: 'användarvillkoren', to: paths.termsOfUse },
          '.',
        ],
      ],
    },
    {
      id: 'ord',
      title: 'Ord som används',
      blocks: [
        {
          points: [
            'Objekt: det skadade fordon, den maskin eller den egendom i övrigt som säljs.',
            'Auktion: försäljningen av ett Objekt i Tjänsten, från start till slut.',
            'Utropspris: det lägsta belopp som ett första bud kan ha.',
            'Reservationspris: det belopp som det högsta budet måste nå för att Köparen ska vinna utan Säljarens särskilda beslut. Det kan vara dolt.',
            'Dolda bud: en Auktion där den som bjuder inte får veta andras bud.',
            'Vinnande bud: det bud som Säljaren har meddelat att den antar.',
          ],
        },
      ],
    },
    {
      id: 'vem-far-kopa',
      title: 'Vem som får köpa',
      blocks: [
        `Bara en verkstad som är godkänd av ett försäkringsbolag i Tjänsten får lägga bud. Den som lägger budet ska ha fyllt ${TERM.buyerYears} år, och ha rätt att företräda verkstaden.`,
        'I en Auktion för demontering får Säljaren kräva att den som bjuder har länsstyrelsens auktorisation som bilskrotare, och att den är kontrollerad i Tjänsten. Om det krävs framgår av Auktionen. Ett bud som lades med gällande auktorisation står fast när den har gått ut, men Säljaren behöver då inte anta det.',
        'Köpet är ett köp mellan näringsidkare. Konsumentköplagen och lagen om distansavtal gäller därför inte, och det finns ingen ångerrätt.',
      ],
    },
    {
      id: 'objektet',
      title: 'Objektet och dess skick',
      blocks: [
        'Objektet är begagnat och skadat, och säljs i det skick det är i när Auktionen slutar. Beskrivning, bilder och dokument visar vad Säljaren känner till, och är inte en utfästelse om att Objektet saknar andra fel än de som nämns.',
        'Uppgifter om mätarställning, årsmodell, utrustning och serviceunderlag kommer ofta från fordonsregistret eller från den tidigare ägaren. Säljaren svarar för att de är rätt återgivna, men inte för att de är riktiga.',
        'I Auktionen står vad Objektet säljs för: «Reparation» betyder att det får repareras och tas i bruk igen; «Demontering» betyder att det ska demonteras och inte får tas i bruk igen, om inte Säljaren skriftligen har medgett annat.',
        'Delar som saknas, larm, låskoder, nycklar och abonnemang på uppkopplade tjänster ingår bara om det står i Auktionen.',
      ],
    },
    {
      id: 'bud',
      title: 'Bud',
      blocks: [
        'Ett bud är bindande när det har bekräftats i Tjänsten, och kan inte återkallas. Har du bjudit fel ska du genast kontakta handläggaren, som avgör om budet kan tas bort medan Auktionen pågår.',
        'Bud läggs i hela svenska kronor och exklusive mervärdesskatt. Det lägsta bud som Tjänsten tar emot står vid budfältet. Det följer av utropspriset, det högsta budet och Säljarens höjningsregler.',
        'Om två verkstäder bjuder samma belopp i en Auktion med dolda bud gäller det bud som kom först. Tiden för ett bud är den tid då det har registrerats av Tjänsten, inte den tid då det skickades.',
        'Den som lägger ett bud måste vara beredd på att en uppkoppling kan vara långsam eller brytas. Ett bud som inte har nått Tjänsten före Auktionens slut räknas inte.',
      ],
    },
    {
      id: 'forlangning',
      title: 'Auktionens slut och förlängning',
      blocks: [
        'En Auktion pågår till den sluttid som visas. Om ett bud läggs under de sista minuterna flyttas sluttiden fram, så att andra hinner bjuda. Hur många minuter det gäller står i Auktionen.',
        'Säljaren får avsluta en Auktion i förtid, ändra den innan det första budet har lagts och ta bort den. Säljaren får också ta bort ett bud medan Auktionen pågår, om budet är uppenbart felaktigt eller om den som har lagt det inte uppfyller villkoren.',
      ],
    },
    {
      id: 'avtal',
      title: 'När avtal om köp träffas',
      blocks: [
        'Avtal om köp har träffats när Säljaren har meddelat Köparen att dess bud är det vinnande. Meddelandet skickas med e-post. Tills dess är Köparen bunden av sitt bud, dock längst 30 dagar efter Auktionens slut.',
        'Visar Auktionen en tid då Säljaren senast avgör är Köparen bunden till dess och inte längre. Den tiden flyttas inte. Har Säljaren då inte antagit något bud, eller har Säljaren innan dess avslutat utan försäljning, är ingen längre bunden av sitt bud.',
        'Efter Auktionens slut får Säljaren erbjuda den som har lagt ett bud att köpa Objektet för ett annat belopp, till en tid som anges i erbjudandet. Antas erbjudandet i Tjänsten innan den tiden har gått ut, och innan Säljaren har återtagit det, har avtal om köp träffats. Avböjs det gäller budet som förut.',
        'Når det högsta budet inte reservationspriset är Säljaren fri att anta det ändå, att anta ett annat bud eller att inte sälja. Säljaren är inte skyldig att motivera sitt val.',
        'Kan den som har vunnit inte fullfölja köpet får Säljaren erbjuda Objektet till en annan som har bjudit.',
      ],
    },
    {
      id: 'pris',
      title: 'Pris och moms',
      blocks: [
        'Alla belopp i Tjänsten är i svenska kronor och exklusive mervärdesskatt. Mervärdesskatt läggs på enligt lag, och framgår av fakturan. Säljs Objektet med vinstmarginalbeskattning står det i Auktionen.',
        'Köparen betalar ingen avgift till Restvärde för ett köp.',
      ],
    },
    {
      id: 'betalning',
      title: 'Betalning',
      blocks: [
        `Köparen ska betala hela köpesumman mot faktura senast ${TERM.paymentDays} dagar efter Auktionens slut, och i varje fall innan Objektet lämnas ut, om inte Säljaren har medgett annat.`,
        'Vid försenad betalning har Säljaren rätt till dröjsmålsränta enligt räntelagen (1975:635) och ersättning för påminnelse och indrivning.',
        'Objektet är Säljarens till dess att hela köpesumman är betald. Köparen får inte dessförinnan sälja, pantsätta, reparera eller demontera det.',
      ],
    },
    {
      id: 'hamtning',
      title: 'Hämtning och lagring',
      blocks: [
        `Köparen ska hämta Objektet senast ${TERM.pickupDays} dagar efter Auktionens slut, på den plats som står i Auktionen. Köparen ordnar och bekostar lastning och transport, och ska visa legitimation och kvitto på betalningen.`,
        'Objektet lämnas ut till den som visar den kod som Köparen får i Tjänsten. Köparen svarar för att ingen obehörig får koden.',
        `Lagringen är fri till och med den sista hämtningsdagen, och alltid till och med den femte dagen efter den dag då Köparen meddelades. Hämtas Objektet senare har Säljaren rätt till en lagringsavgift på ${formatKronor(TERM.storage)} för varje Objekt och påbörjad dag till dess att det har hämtats. Dagar då Säljaren hade fått betalt och Köparen inte hade fått koden räknas inte. Avgiften ska betalas innan Objektet lämnas ut.`,
        'Har Objektet inte hämtats när den fria lagringen har upphört får Säljaren häva köpet och sälja det på nytt. Efter 30 dagar från den sista hämtningsdagen får Säljaren i stället låta skrota det på Köparens bekostnad.',
        'Köparen ska följa reglerna på uppställningsplatsen, och ta hand om vätskor och lösa delar som hör till Objektet.',
      ],
    },
    {
      id: 'risk',
      title: 'Risk',
      blocks: [
        'Risken för Objektet går över på Köparen när det har lämnats ut, eller den sista hämtningsdagen om det inte har hämtats då.',
      ],
    },
    {
      id: 'undersokning',
      title: 'Undersökning och reklamation',
      blocks: [
        `Köparen ska undersöka Objektet senast ${TERM.examinationDays} dagar efter det att Köparen meddelades att dess bud är det vinnande. Vill Köparen låta en besiktningsman undersöka Objektet ska det ske senast ${TERM.inspectorDays} dagar efter meddelandet.`,
        'Ett fel ska reklameras skriftligen till Säljaren utan oskäligt uppehåll efter det att det upptäcktes eller borde ha upptäckts, med en beskrivning av felet och gärna bilder. Den som inte reklamerar i tid förlorar rätten att åberopa felet.',
        'Har Objektet reparerats, demonterats eller sålts vidare innan Säljaren har fått tillfälle att undersöka det kan felet inte åberopas.',
      ],
    },
    {
      id: 'fel',
      title: 'Säljarens ansvar för fel',
      blocks: [
        'Objektet är felaktigt bara om det inte stämmer med uppgifter i Auktionen som kan antas ha inverkat på köpet, om Säljaren har låtit bli att upplysa om ett väsentligt förhållande som Säljaren kände till, eller om Objektet är i väsentligt sämre skick än Köparen med hänsyn till priset och omständigheterna hade rätt att räkna med.',
        'Är Objektet felaktigt har Köparen rätt till prisavdrag som svarar mot felet. Är felet av väsentlig betydelse för Köparen, och insåg Säljaren det eller borde ha insett det, får Köparen i stället häva köpet.',
        'Säljaren ersätter inte indirekt förlust, som utebliven vinst, stillestånd eller förlust av vidareförsäljning. Säljarens ansvar är begränsat till köpesumman, utom vid uppsåt och grov vårdslöshet.',
      ],
    },
    {
      id: 'registrering',
      title: 'Registrering och ägarbyte',
      blocks: [
        `Köparen ska anmäla ägarbyte till Transportstyrelsen, så att Objektet är omregistrerat senast ${TERM.registrationDays} kalenderdagar efter det att det lämnades ut. Skatter, avgifter, trängselskatt och parkeringsböter för tiden därefter betalas av Köparen.`,
        'Ett Objekt som säljs för demontering ska skrotas av en auktoriserad bilskrotare, och avregistreras. Säljaren har rätt att få se skrotningsintyget.',
        `Följer Säljaren avregistreringen ska Köparen i Tjänsten lämna intyg om att fordonet är avregistrerat senast ${TERM.deregistrationDays} dagar efter det att det lämnades ut. Ett mottagningsbevis är inget sådant intyg. Om Säljaren följer avregistreringen framgår av meddelandet om att Köparen har vunnit.`,
        'Köparen svarar för att ett reparerat fordon har genomgått de kontroller som lag och föreskrifter kräver innan det tas i trafik.',
      ],
    },
    {
      id: 'avtalsbrott',
      title: 'Köparens avtalsbrott',
      blocks: [
        'Om Köparen inte betalar i tid, och inte heller gör det inom åtta dagar efter en skriftlig uppmaning, får Säljaren häva köpet.',
        `Häver Säljaren köpet, eller fullföljer Köparen det inte, ska Köparen betala skadestånd med minst ${TERM.damagesPercent} procent av det vinnande budet. Är Säljarens skada större har Säljaren rätt till ersättning för hela skadan, till exempel mellanskillnaden vid en ny försäljning, lagring och transport.`,
        'Den som bryter mot villkoren kan stängas av från Tjänsten.',
      ],
    },
    {
      id: 'befrielse',
      title: 'Befriande omständigheter',
      blocks: [
        [
          'En part är fri från påföljd för att inte fullgöra en skyldighet om det beror på en händelse utanför partens kontroll som parten inte skäligen kunde ha räknat med eller undvikit (',
          { text: 'force majeure', lang: 'fr' },
          '), till exempel krig, myndighetsbeslut, naturkatastrof, omfattande avbrott i el eller datakommunikation, strejk eller lockout.',
        ],
        'Den part som vill åberopa en sådan händelse ska utan dröjsmål meddela den andra parten, och återuppta fullgörandet så snart det är möjligt.',
        `Varar hindret längre än ${TERM.forceMajeureMonths} månader får vardera parten häva köpet, utan rätt till skadestånd.`,
      ],
    },
    {
      id: 'meddelanden',
      title: 'Meddelanden och överlåtelse',
      blocks: [
        'Meddelanden mellan parterna skickas med e-post till de adresser som står i Tjänsten, och anses ha kommit fram senast nästa vardag. Köparen ansvarar för att adressen är aktuell.',
        'Köparen får inte överlåta sina rättigheter eller skyldigheter enligt köpet utan Säljarens skriftliga medgivande.',
      ],
    },
    {
      id: 'tvist',
      title: 'Lag och tvist',
      blocks: [
        'Svensk lag gäller för köpet.',
        `Parterna ska i första hand försöka lösa en tvist i samförstånd. Lyckas det inte ska tvisten först hänskjutas till medling. Har parterna inte kommit överens inom ${TERM.mediationMonths} månader från det att den ena parten begärde medling ska tvisten slutligt avgöras genom skiljedom enligt lagen (1999:116) om skiljeförfarande. Skiljeförfarandet ska äga rum på den ort där Säljaren har sitt säte, och språket ska vara svenska.`,
        'En part får trots detta söka betalning för en ostridig fordran hos Kronofogdemyndigheten eller allmän domstol.',
      ],
    },
    {
      id: 'andringar',
      title: 'Ändringar',
      blocks: [
        'För ett köp gäller de villkor som Köparen hade godkänt när det vinnande budet lades. När villkoren ändras får du frågan om att godkänna dem på nytt nästa gång du lägger ett bud.',
        [
          'Hur personuppgifter behandlas vid ett köp står i ',
          { text: 'informationen om personuppgifter', to: paths.personalData },
          '.',
        ],
      ],
    },
  ],
};
