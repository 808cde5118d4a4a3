import type { Guide } from './guide.ts';

export const everyone: Guide = {
  title: 'För alla',
  sections: [
    {
      id: 'logga-in',
      title: 'Logga in',
      text: (
        <>
          <ol>
            <li>Skriv din e-postadress och ditt lösenord, och välj «Fortsätt».</li>
            <li>Du får en kod med sex siffror i ett mejl. Den gäller i tio minuter.</li>
            <li>Skriv koden och välj «Logga in».</li>
          </ol>
          <p>
            Kom inget mejl? Titta i skräpposten. Efter en minut kan du välja «Skicka ny kod». Har du
            glömt lösenordet väljer du «Jag har glömt mitt lösenord.» och får en länk till en sida
            där du väljer ett nytt.
          </p>
          <p>
            Handläggare vars bolag har en egen inloggningstjänst väljer «Inloggning handläggare».
          </p>
        </>
      ),
    },
    {
      id: 'hitta',
      title: 'Hitta ett objekt',
      picture: {
        name: 'list',
        alt: 'Listan Auktioner med sökruta, flikar, snabbfilter och kort för varje objekt',
      },
      text: (
        <>
          <p>
            Skriv det du vet i sökrutan, till exempel «volvo v60 2019»: reg.nr, fabrikat, modell,
            årsmodell, plats eller objektsnummer. Början av ett ord räcker, och stora bokstäver,
            mellanslag och bindestreck spelar ingen roll. Förstoringsglaset överst söker från vilken
            sida som helst.
          </p>
          <ul>
            <li>Flikarna visar alla, aktiva eller avslutade auktioner, och hur många de är.</li>
            <li>Knapparna bredvid är snabba urval, som «Slutar i dag».</li>
            <li>Under «Filter» finns resten: årsmodell, mätarställning, kategori och plats.</li>
          </ul>
          <p>
            Ditt urval står i sidans adress. Spara adressen som bokmärke, så har du urvalet kvar.
          </p>
        </>
      ),
    },
    {
      id: 'auktionens-sida',
      title: 'Läsa en auktions sida',
      text: (
        <>
          <p>
            Sidan uppdateras av sig själv: nya bud, sluttiden och vem som leder. Om anslutningen
            bryts står det överst på sidan, med hur gamla uppgifterna är. Tryck på en bild för att
            se den stor. Alla tider är svensk tid och alla priser är exkl. moms.
          </p>
          <p>
            Vid <b>öppna bud</b> ser alla budgivare högsta budet. Vid <b>dolda bud</b> ser en
            verkstad bara sina egna bud, och inte hur de ligger till. Rutan «Försäljning» säger
            vilket som gäller, om det finns ett reservationspris, och vad som händer när auktionen
            slutar.
          </p>
        </>
      ),
    },
    {
      id: 'konto',
      title: 'Mitt konto',
      text: (
        <p>
          I den personliga menyn, uppe till höger, finns «Mitt konto». Där byter du lösenord, loggar
          ut överallt, väljer ljust eller mörkt utseende och slår på kortkommandon. Namn och
          e-postadress ändras av en administratör i ditt bolag. Arbetar du på ett försäkringsbolag
          kan du också lägga till en autentiseringsapp, så att ingen loggar in som du bara genom att
          läsa dina mejl.
        </p>
      ),
    },
    {
      id: 'om-nagot-inte-fungerar',
      title: 'Om något inte fungerar',
      text: (
        <ul>
          <li>
            Står det att anslutningen är bruten finns det du har skrivit kvar, och sidan hämtar allt
            nytt när den är tillbaka.
          </li>
          <li>Står det att servern har mycket att göra: vänta några sekunder och försök igen.</li>
          <li>
            Ser du inte ett objekt som du hade väntat dig hör det till en kategori som inte är din,
            eller till ett bolag som inte säljer till din verkstad. Fråga bolaget under «Kontakta
            oss».
          </li>
          <li>Lämna aldrig ut en kod för inloggning, vem som än frågar.</li>
        </ul>
      ),
    },
  ],
};
