import { DEREGISTRATION_DAYS } from '@restvarde/contract/auctions/deregistration';
import { STORAGE_FEE } from '@restvarde/contract/auctions/winner-steps';
import { formatKronor } from '@restvarde/contract/money';
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
              Skriv ditt bud i kronor, eller välj ett av beloppen under fältet. Under fältet står
              det minsta du kan bjuda.
            </li>
            <li>Välj «Granska bud». Ingenting är lagt än.</li>
            <li>Stämmer beloppet väljer du «Bekräfta». Nu är budet bindande.</li>
          </ol>
          <p>
            Första gången godkänner du{' '}
            <Link to={paths.purchaseConditions}>de allmänna köpvillkoren</Link>. Står det «Bud
            accepterat» är budet sparat. Bryts anslutningen mitt i kontrollerar sidan själv om budet
            kom fram: det läggs aldrig två gånger.
          </p>
          <p>
            Ett bud i de sista minuterna flyttar fram sluttiden, så att andra hinner svara. Hur
            många minuter det gäller står under sluttiden. Har du bjudit fel? Ring säljaren medan
            auktionen pågår: bara säljaren kan ta bort ett bud.
          </p>
        </>
      ),
    },
    {
      id: 'bevaka',
      title: 'Bevaka, och se att du är överbjuden',
      text: (
        <>
          <p>
            Klockan på ett objekt bevakar det. Då får du mejl när det händer något, och objektet
            står under «Mina auktioner» tillsammans med dem du har bjudit på. När någon bjuder över
            dig säger sidan till var du än är på webbplatsen, och i menyn står hur många auktioner
            det gäller.
          </p>
          <p>
            Mejl om nya objekt styr du under «Inställningar»: välj bort de kategorier som du inte
            vill höra om. Du ser dem ändå i listan.
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
            Nådde högsta budet reservationspriset, eller fanns inget, har den som leder vunnit.
            Annars avgör säljaren. Finns det en tid för det står den på sidan, och ditt bud binder
            dig bara till dess.
          </p>
          <p>
            Säljaren kan ge dig ett <b>erbjudande</b> till ett annat pris. Det kommer i ett mejl och
            står överst under «Mina auktioner». Du väljer «Anta erbjudandet» eller tackar nej; antar
            du har du köpt objektet.
          </p>
        </>
      ),
    },
    {
      id: 'vunna',
      title: 'Hämta det du har vunnit',
      picture: {
        name: 'won',
        alt: 'Vunna auktioner i en telefon: ett kort med kod för utlämning och sista dag att hämta',
      },
      text: (
        <>
          <p>«Vunna auktioner» visar för varje köp vad som är nästa steg:</p>
          <ol>
            <li>
              <b>Koden för utlämning.</b> Visa den för den som lämnar ut objektet, och för ingen
              annan. Hos vissa bolag får du den först när du har betalat.
            </li>
            <li>
              <b>Boka hämtning.</b> Säg när ni kommer och med vad, så är objektet framme.
            </li>
            <li>
              <b>Hämta.</b>{' '}
              <span>{`Lagringen är fri till det datum som står på kortet. Därefter kostar den ${formatKronor(STORAGE_FEE)} per påbörjat dygn, exkl. moms.`}</span>
            </li>
            <li>
              <b>Undersök och betala</b> inom tiderna på kortet, och anmäl ägarbytet.
            </li>
          </ol>
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
            in er auktorisation under «Inställningar», med beslutet som fil. Ert bolag kontrollerar
            den; sedan kan ni bjuda.
          </p>
          <p>{`Ska bilen avregistreras står det på kortet. Skicka in skrotningsintyget på auktionens sida senast ${DEREGISTRATION_DAYS} dagar efter hämtningen. Säljaren godkänner det, eller säger vad som saknas. Ett mottagningsbevis räcker inte.`}</p>
        </>
      ),
    },
    {
      id: 'utlamningar',
      title: 'Lämna ut från en uppställningsplats',
      text: (
        <p>
          Är ni en uppställningsplats finns «Utlämningar» i menyn: det som står hos er och är sålt,
          det som hämtas först överst. Fråga efter koden, skriv den och namnet på den som hämtar.
          Rätt kod betyder rätt köpare. Står det att objektet inte är betalt får det inte lämnas ut.
        </p>
      ),
    },
  ],
};
