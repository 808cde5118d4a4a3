import type { Guide } from './guide.ts';

export const caseManager: Guide = {
  title: 'För handläggare',
  sections: [
    {
      id: 'att-gora',
      title: 'Hem: att göra',
      picture: {
        name: 'home',
        alt: 'Hem, med en rad för varje auktion som väntar på ett beslut och en knapp på varje rad',
      },
      text: (
        <>
          <p>
            Överst på Hem ligger det som väntar på dig, med det mest brådskande först: svar på
            erbjudanden, auktioner att avgöra före tidsgränsen, vinnare att meddela, intyg att
            granska och hämtningar att kontrollera. Knappen på varje rad visar vem det gäller och
            vilket belopp, och du får bekräfta innan något händer.
          </p>
          <p>
            Under listan finns nyckeltal och en tillbakablick på tolv månader. Varje diagram kan
            också visas som tabell, och allt kan exporteras som CSV.
          </p>
        </>
      ),
    },
    {
      id: 'lagg-upp',
      title: 'Lägga till och ändra en auktion',
      picture: {
        name: 'form',
        alt: 'Formuläret för en ny auktion',
      },
      text: (
        <>
          <p>
            Välj ”Lägg till auktion” på Hem eller i listan och skriv reg.nr först. Är en
            fordonstjänst ansluten hämtas uppgifterna därifrån, annars fylls fabrikatet i från
            chassi.nr. Det du själv har skrivit ändras inte och finns kvar om du lämnar sidan.
          </p>
          <p>
            Lägg till bilderna tidigt, så skickas de medan du fyller i resten. Den första blir
            huvudbild. Dra eller flytta med pilarna för att ändra ordningen.
          </p>
          <p>
            ”Fotografera med mobilen” visar en QR-kod. Skanna den, så öppnas en guide som säger vad
            du ska fotografera, vy för vy. Du behöver inte logga in på mobilen, och bilderna kommer
            direkt till formuläret. Koden gäller i 15 minuter, för det formulär som är öppet.
          </p>
          <p>
            ”Starta nu” startar auktionen direkt. ”Spara och lägg till en till” öppnar ett nytt
            formulär med samma uppställningsplats och säljområde.
          </p>
          <p>
            Flera objekt kan läsas in från en CSV-fil: välj ”Läs in från fil” i listan och hämta
            mallen. Filen kontrolleras först, och felen visas rad för rad. Har någon rad fel sparas
            inget.
          </p>
          <p>
            Ange vad varje bild visar, så ser du vilka vyer som saknas. Under ”Skada och skick”
            skriver du om objektet startar, hur många nycklar som finns och vilka delar som är
            skadade. Ändrar du det eller beskrivningen under auktionen får budgivare och bevakare
            ett mejl.
          </p>
          <p>
            Med ”Maskera” på en bild målar du över registreringsskyltar, ansikten och annat som inte
            ska synas.
          </p>
          <p>
            Under ”Pris” ser du vad bolaget har sålt liknande objekt för under de senaste två åren:
            samma fabrikat, modell och ”säljes för”, och med årsmodell högst två år från. Riktvärdet
            fyller inte i något åt dig och visas inte för verkstäder.
          </p>
          <ul>
            <li>
              <b>Säljområde:</b> egna verkstäder, eller alla bolags verkstäder.
            </li>
            <li>
              <b>Dolda bud:</b> en verkstad ser bara sina egna bud.
            </li>
            <li>
              <b>Reservationspris:</b> når högsta budet dit vinner det automatiskt. Annars avgör du.
            </li>
          </ul>
          <p>
            ”Ändra” på auktionens sida öppnar samma formulär. När det finns bud, eller när auktionen
            har slutat, går det inte längre att ändra sådant som budgivarna har utgått från. I
            formuläret står vad som är låst och varför.
          </p>
        </>
      ),
    },
    {
      id: 'avgora',
      title: 'Avgöra en auktion',
      picture: {
        name: 'decision',
        alt: 'En avslutad auktion under reservationspriset, med knapparna för att avgöra den',
      },
      text: (
        <>
          <p>
            ”Avgör” på Hem går igenom det som väntar, ett objekt i taget, med bilder, bud och
            avstånd till reservationspriset. Välj med knapparna, eller med tangenterna A, E, R, U
            och S medan fokus är på objektet. Nästa objekt visas direkt. I tio sekunder kan du ångra
            med knappen eller Z. Först därefter, eller när du lämnar sidan, skickas något.
          </p>
          <p>När högsta budet inte når reservationspriset kan du:</p>
          <ul>
            <li>
              <b>Välja en vinnare</b> i budhistoriken. Väljer du någon annan än den som leder anger
              du ett skäl.
            </li>
            <li>
              <b>Erbjuda en verkstad ett pris</b> och ange när den senast ska svara.
            </li>
            <li>
              <b>Avsluta utan försäljning.</b> Budgivarna är då inte längre bundna av sina bud och
              får ett mejl om det.
            </li>
            <li>
              <b>Lägga upp på nytt,</b> med samma bilder och uppgifter och de villkor du väljer.
            </li>
          </ul>
          <p>
            Har bolaget en tidsgräns för att avgöra står den på sidan och på Hem. När den har gått
            ut är ingen längre bunden av sitt bud.
          </p>
          <p>
            Sista steget är alltid ”Meddela vinnare”. Vinnaren får då ett mejl om vad som gäller och
            en hämtkod.
          </p>
        </>
      ),
    },
    {
      id: 'lamna-ut',
      title: 'Betalning, utlämning och lagring',
      text: (
        <>
          <p>
            Under ”Hämtning” på auktionens sida följer du objektet tills det är hämtat. Notera
            betalningen när den har kommit. Vid ”Lämna ut” anger du vem som hämtar och koden som
            köparen visar. Stämmer koden är det rätt köpare. Objekt som inte har hämtats i tid
            ligger under ”Att göra”, med lagringskostnaden hittills.
          </p>
          <p>
            När du väljer ”Stryk lagringsdygn” eller ”Häv köpet” anger du ett skäl, som sparas i
            historiken. När ett köp har hävts kan du välja en annan vinnare eller lägga upp objektet
            på nytt.
          </p>
        </>
      ),
    },
    {
      id: 'intyg',
      title: 'Granska ett skrotningsintyg',
      text: (
        <p>
          När bolaget följer upp avregistrering skickar köparen in sitt intyg på auktionens sida.
          Öppna filen och välj ”Godkänn intyget”, eller skriv vad som saknas och välj ”Be om
          komplettering”. Ett mottagningsbevis kan inte godkännas, eftersom det inte avregistrerar
          fordonet.
        </p>
      ),
    },
    {
      id: 'flera',
      title: 'Många auktioner på en gång',
      text: (
        <p>
          På en bred skärm kan listan visas som rader. Kryssa för auktionerna (håll ned Skift för
          att välja alla däremellan) och flytta sluttiden, exportera dem eller skriv ut objektsblad.
          Auktioner som inte kunde flyttas är fortfarande markerade, med skälet.
        </p>
      ),
    },
  ],
};
