import type { Guide } from './guide.ts';

export const caseManager: Guide = {
  title: 'För handläggare',
  sections: [
    {
      id: 'att-gora',
      title: 'Hem: det som är att göra',
      picture: {
        name: 'home',
        alt: 'Hem, med en rad för varje auktion som väntar på ett beslut och en knapp på varje rad',
      },
      text: (
        <>
          <p>
            Överst på Hem står det som väntar på dig, det mest brådskande först: svar på
            erbjudanden, auktioner att avgöra i tid, vinnare att meddela, intyg att granska och
            hämtningar att kontrollera. Varje rad har sin knapp. Knappen säger vem och hur mycket
            innan du bekräftar, och sedan står nästa rad i tur.
          </p>
          <p>
            Under listan finns siffror och en tillbakablick på tolv månader. Varje diagram har sin
            tabell bakom «Visa som tabell», och allt kan exporteras som CSV.
          </p>
        </>
      ),
    },
    {
      id: 'lagg-upp',
      title: 'Lägga upp och ändra ett objekt',
      picture: {
        name: 'form',
        alt: 'Formuläret för en ny auktion',
      },
      text: (
        <>
          <p>
            Välj «Lägg till auktion» på Hem eller i listan. Välj bilderna först: de skickas medan du
            fyller i resten. Den första är huvudbild; dra eller flytta med pilarna för att byta
            ordning. Det du har skrivit finns kvar om sidan hämtas på nytt.
          </p>
          <ul>
            <li>
              <b>Säljområde:</b> egna verkstäder, eller alla bolags verkstäder.
            </li>
            <li>
              <b>Dolda bud:</b> en verkstad ser bara sina egna bud.
            </li>
            <li>
              <b>Reservationspris:</b> nås det blir högsta budet vinnare av sig självt. Annars avgör
              du.
            </li>
          </ul>
          <p>
            «Ändra» på auktionens sida öppnar samma formulär. När det finns bud, och när auktionen
            har slutat, är det som budgivarna har litat på låst. Formuläret säger vad och varför.
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
          <p>När högsta budet inte når reservationspriset kan du:</p>
          <ul>
            <li>
              <b>Välja en vinnare</b> i budhistoriken. Väljer du någon annan än den som leder anger
              du skälet.
            </li>
            <li>
              <b>Ge ett erbjudande</b> till en verkstad, till ett pris och med en sista tid att
              svara.
            </li>
            <li>
              <b>Avsluta utan försäljning.</b> Buden släpps, och budgivarna får veta det.
            </li>
            <li>
              <b>Lägga upp på nytt,</b> med samma bilder och uppgifter och de villkor du väljer.
            </li>
          </ul>
          <p>
            Har bolaget en tid att avgöra inom står den på sidan och på Hem. När den har gått ut
            binder buden ingen längre.
          </p>
          <p>
            Sista steget är alltid «Meddela vinnare». Vinnaren får då ett mejl med vad som gäller,
            och en kod för utlämningen.
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
            Rutan «Hämtning» på auktionens sida följer objektet till dess att det är borta. Notera
            betalningen när den har kommit. Vid «Lämna ut» anger du vem som hämtar och koden, som
            köparen visar: rätt kod betyder rätt köpare. Objekt som inte hämtas i tid står under
            «Att göra», med lagringskostnaden hittills.
          </p>
          <p>
            «Stryk lagringsdygn» och «Häv köpet» kräver ett skäl, som sparas i historiken. Efter ett
            hävt köp kan du välja en annan vinnare eller lägga upp objektet på nytt.
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
          Öppna filen och välj «Godkänn intyget», eller skriv vad som saknas och välj «Be om
          komplettering». Ett mottagningsbevis kan inte godkännas, eftersom det inte avregistrerar
          fordonet.
        </p>
      ),
    },
    {
      id: 'flera',
      title: 'Många auktioner på en gång',
      text: (
        <p>
          På en bred skärm kan listan visas som rader. Kryssa för de auktioner som det gäller (med
          Skift väljer du alla däremellan), och flytta sluttiden, exportera dem eller skriv ut
          objektsblad. Det som inte gick att flytta förblir förkryssat, med skälet.
        </p>
      ),
    },
  ],
};
