import { formatKronor } from '@restvarde/contract/money';
import { DEREGISTRATION_DAYS } from '@restvarde/contract/sale/deregistration';
import { BUYER_ACT } from '@restvarde/contract/sale/journey';
import { STORAGE_FEE } from '@restvarde/contract/sale/winner-steps';
import { Link } from '@tanstack/react-router';
import { paths } from '../../base/urls/paths.ts';
import type { Guide } from './guide.ts';

export const workshop: Guide = {
  title: 'För verkstäder',
  sections: [
    {
      id: 'buda',
      title: 'Lägga ett bud',
      picture: {
        name: 'bid',
        alt: 'En auktions sida, med budrutan till höger om bilderna',
      },
      text: (
        <>
          <ol>
            <li>
              Skriv ditt bud i kronor eller välj ett av beloppen under fältet. Där står också det
              lägsta du kan bjuda.
            </li>
            <li>Välj ”Granska bud”. Budet är inte lagt än.</li>
            <li>Stämmer beloppet väljer du ”Bekräfta”. Nu är budet bindande.</li>
          </ol>
          <p>
            Första gången godkänner du{' '}
            <Link to={paths.purchaseConditions}>de allmänna köpvillkoren</Link>. Står det ”Bud
            accepterat” är budet sparat. Om anslutningen bryts mitt i budet kontrollerar sidan om
            det kom fram. Samma bud läggs aldrig två gånger.
          </p>
          <p>
            Tillåter säljaren det kan du välja ”Maxbud” under beloppet. Då lägger vi lägsta möjliga
            bud åt dig, upp till ditt maxbud. Ingen annan ser det. Du kan ändra det eller ta bort
            det medan auktionen pågår. Bud som redan är lagda ligger kvar. Av två lika höga maxbud
            gäller det som kom först.
          </p>
          <p>
            Ett bud under de sista minuterna flyttar fram sluttiden, så att andra hinner svara.
            Under sluttiden står hur många minuter det gäller. Har du bjudit fel? Ring säljaren
            medan auktionen pågår. Det är bara säljaren som kan ta bort ett bud.
          </p>
        </>
      ),
    },
    {
      id: 'bevaka',
      title: 'Bevaka objekt och se när du blir överbjuden',
      text: (
        <>
          <p>
            Tryck på klocksymbolen för att bevaka ett objekt. Då får du mejl om nya bud och om
            slutet, och objektet läggs under ”Mina auktioner” tillsammans med dem du har bjudit på.
            Blir du överbjuden visas ett meddelande på vilken sida du än är, och i menyn står hur
            många auktioner det gäller.
          </p>
          <p>
            Under ”Mitt konto” slår du på aviseringar i telefonen eller datorn. Då märker du genast
            att du är överbjuden, att du har fått ett erbjudande eller vunnit, och att en auktion
            snart slutar. På iPhone lägger du först Restvärde på hemskärmen.
          </p>
          <p>
            På auktionens sida visar en ritning vilka delar som är skadade och hur svårt. Tryck på
            en del för att läsa mer.
          </p>
          <p>
            Letar du efter något särskilt? Filtrera listan ”Auktioner” och välj ”Spara sökning”. Då
            får du mejl om nya objekt som passar, genast eller en gång om dagen, och sökningen finns
            som en länk ovanför listan.
          </p>
          <p>
            Under ”Inställningar” väljer du vilka kategorier du vill ha mejl om. Objekt i andra
            kategorier syns ändå i listan.
          </p>
        </>
      ),
    },
    {
      id: 'efter-slutet',
      title: 'När auktionen har slutat',
      text: (
        <>
          <p>
            Når högsta budet reservationspriset, eller om det inte finns något, säljs objektet till
            den som leder. Annars avgör säljaren. Finns det en tidsgräns står den på sidan, och ditt
            bud är bindande bara till dess.
          </p>
          <p>
            Säljaren kan ge dig ett <b>erbjudande</b> till ett annat pris. Det kommer i ett mejl och
            ligger överst under ”Mina auktioner”. Välj ”Anta erbjudandet” eller ”Avböj”. Antar du
            erbjudandet är köpet bindande.
          </p>
        </>
      ),
    },
    {
      id: 'vunna',
      title: 'Hämta det du har vunnit',
      picture: {
        name: 'won',
        alt: 'Vunna auktioner i en telefon: ett kort med stegen i köpet och det som är försenat',
      },
      text: (
        <>
          <p>
            ”Vunna auktioner” visar dina köp med det mest brådskande först. Varje köp har fem steg,
            och knappen på kortet leder till nästa:
          </p>
          <ol>
            <li>
              <b>Betala</b> fakturan från säljaren. Hos vissa bolag får du hämtkoden först när
              betalningen är noterad.
            </li>
            <li>
              <b>Boka hämtning.</b> Välj dag och tid bland de lediga. Under varje dag står vad
              lagringen kostar till dess. Skriv vem som kommer och med vad.
            </li>
            <li>
              <b>Hämta.</b>{' '}
              <span>{`Tryck på ”${BUYER_ACT['show pass']}” och visa skärmen vid grinden. Lagringen är fri till det datum som står på kortet. Därefter kostar den ${formatKronor(STORAGE_FEE)} per påbörjat dygn, exkl. moms.`}</span>
            </li>
            <li>
              <b>Undersök</b> objektet och reklamera fel i tid.
            </li>
            <li>
              <b>Anmäl ägarbytet</b>, eller skicka in skrotningsintyget om bilen ska demonteras.
            </li>
          </ol>
          <p>Siffran vid ”Vunna auktioner” i menyn är antalet köp med något som ska göras i dag.</p>
        </>
      ),
    },
    {
      id: 'demontering',
      title: 'Objekt för demontering',
      text: (
        <>
          <p>
            Vissa bolag låter bara auktoriserade bilskrotare bjuda på objekt för demontering. Lägg
            in er auktorisation under ”Inställningar”, med beslutet som fil. När bolaget har
            kontrollerat den kan ni bjuda.
          </p>
          <p>{`Ska bilen avregistreras står det på kortet. Skicka in skrotningsintyget på auktionens sida senast ${DEREGISTRATION_DAYS} dagar efter hämtningen. Säljaren godkänner intyget eller skriver vad som saknas. Ett mottagningsbevis räcker inte.`}</p>
        </>
      ),
    },
    {
      id: 'utlamningar',
      title: 'Lämna ut från en uppställningsplats',
      text: (
        <>
          <p>
            Är ni en uppställningsplats finns ”Utlämningar” i menyn. Skanna eller skriv köparens
            kod. Rätt objekt visas med bild, och du ser om det får lämnas ut. Kontrollera namnet och
            tryck på ”Lämna ut”. Du kan också söka på en del av reg.nr.
          </p>
          <p>
            Under ”Inställningar” anger ni när ni är öppna och hur många som kan hämta samtidigt. Då
            bokar köparna bara tider som passar er.
          </p>
        </>
      ),
    },
  ],
};
