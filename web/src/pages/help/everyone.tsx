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
            <li>Skriv din e-postadress och ditt lösenord, och välj ”Fortsätt”.</li>
            <li>Du får en kod med sex siffror i ett mejl. Den gäller i tio minuter.</li>
            <li>Skriv koden och välj ”Logga in”.</li>
          </ol>
          <p>
            Kom inget mejl? Titta i skräpposten. Efter en minut kan du välja ”Skicka ny kod”. Har du
            glömt lösenordet väljer du ”Jag har glömt mitt lösenord.” och får en länk till en sida
            där du väljer ett nytt.
          </p>
          <p>
            Handläggare vars bolag har en egen inloggningstjänst väljer ”Inloggning handläggare”.
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
            Skriv det du vet i sökfältet, till exempel ”volvo v60 2019”: reg.nr, fabrikat, modell,
            årsmodell, plats eller objektsnummer. Början av ett ord räcker, och stora bokstäver,
            mellanslag och bindestreck spelar ingen roll. Med förstoringsglaset överst kan du söka
            från alla sidor.
          </p>
          <ul>
            <li>Flikarna visar alla, aktiva eller avslutade auktioner och hur många de är.</li>
            <li>Knapparna bredvid är snabbfilter, som ”Slutar i dag”.</li>
            <li>
              Under ”Filter” finns resten: fabrikat, pris, årsmodell, mätarställning, kategori och
              plats. Bakom varje val står hur många auktioner som har det.
            </li>
          </ul>
          <p>
            Filtren sparas i sidans adress. Spara sidan som bokmärke om du vill använda dem igen.
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
            Nya bud, sluttiden och vem som leder uppdateras direkt. Om anslutningen bryts står det
            längst ned i fönstret, med tiden då uppgifterna senast hämtades. Tryck på en bild för
            att förstora den. Alla tider är svensk tid och alla priser är exkl. moms.
          </p>
          <p>
            Vid <b>öppna bud</b> ser alla budgivare högsta budet. Vid <b>dolda bud</b> ser en
            verkstad bara sina egna bud, och inte hur de ligger till. I rutan ”Försäljning” står
            vilket som gäller, om det finns ett reservationspris och vad som händer när auktionen
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
          I den personliga menyn, uppe till höger, finns ”Mitt konto”. Där byter du lösenord, loggar
          ut överallt, väljer ljust eller mörkt utseende och slår på kortkommandon. Namn och
          e-postadress ändras av en administratör hos bolaget. Arbetar du på ett försäkringsbolag
          kan du också lägga till en autentiseringsapp, så att ingen kan logga in som du bara genom
          att läsa dina mejl.
        </p>
      ),
    },
    {
      id: 'om-nagot-inte-fungerar',
      title: 'Om något inte fungerar',
      text: (
        <ul>
          <li>
            Är anslutningen bruten finns det du har skrivit kvar, och sidan uppdateras när
            anslutningen är tillbaka.
          </li>
          <li>Har servern mycket att göra? Vänta några sekunder och försök igen.</li>
          <li>
            Saknar du ett objekt kan det höra till en kategori som din verkstad inte har, eller till
            ett bolag som inte säljer till er. Fråga bolaget under ”Kontakta oss”.
          </li>
          <li>Lämna aldrig ut en kod för inloggning, vem som än frågar.</li>
        </ul>
      ),
    },
  ],
};
