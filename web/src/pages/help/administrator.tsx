import type { Guide } from './guide.ts';

export const administrator: Guide = {
  title: 'För administratörer',
  sections: [
    {
      id: 'forsta-dagen',
      title: 'Första dagen',
      text: (
        <ol>
          <li>Fyll i bolagets uppgifter och logotyp. De står i mejlen till verkstäderna.</li>
          <li>Bestäm lägsta höjning, förlängning vid sena bud och tid att avgöra.</li>
          <li>
            Lägg till uppställningsplatser, med öppettider och bokningsbara tider, och egna
            kategorier.
          </li>
          <li>Bjud in handläggare och andra administratörer.</li>
          <li>
            Lägg till de verkstäder som ska få bjuda. Är de många kan Restvärde läsa in dem från en
            fil.
          </li>
        </ol>
      ),
    },
    {
      id: 'bolaget',
      title: 'Bolagets inställningar',
      picture: {
        name: 'settings',
        alt: 'Inställningar för bolaget: uppgifter, logotyp och regler för nya auktioner',
      },
      text: (
        <p>
          Under ”Inställningar” finns bolagets uppgifter och logotyp, adressen för mejl om avslutade
          auktioner och det som gäller för nya auktioner: sluttid, förlängning vid sena bud, lägsta
          höjning, tid att avgöra och vem som får bjuda på objekt för demontering. Varje del sparas
          för sig. Auktioner som redan har startat följer reglerna som gällde vid starten.
        </p>
      ),
    },
    {
      id: 'kategorier-och-platser',
      title: 'Kategorier och uppställningsplatser',
      text: (
        <p>
          Kategorierna avgör vilka verkstäder som ser ett objekt. En verkstad med kategorier ser
          bara objekt i dem, en verkstad utan kategorier ser alla. De gemensamma kategorierna finns
          hos alla bolag och kan inte ändras här. En uppställningsplats kan vara en adress eller en
          verkstad.
        </p>
      ),
    },
    {
      id: 'personal',
      title: 'Personal',
      text: (
        <p>
          Bjud in handläggare och administratörer med e-postadress. De får ett mejl för att välja
          lösenord. När någon slutar stänger du av kontot. Personen loggas ut direkt, och det som
          personen har gjort finns kvar i historiken. Under ”Inställningar” kan du kräva att alla
          som loggar in med lösenord har en autentiseringsapp. Har någon blivit av med sin app
          hjälper du till med ”Återställ app”, när du vet att det är rätt person som frågar.
        </p>
      ),
    },
    {
      id: 'verkstader',
      title: 'Verkstäder och auktorisation',
      text: (
        <>
          <p>
            Lägg till verkstaden med nummer, adress och kategorier, och sedan kontaktpersonen, som
            får ett mejl för att välja lösenord. Andra bolags verkstäder kan du se men inte ändra.
          </p>
          <p>
            En bilskrotares auktorisation står på verkstadens sida. Har verkstaden själv lagt in den
            kontrollerar du uppgifterna och väljer ”Kontrollerad mot länsstyrelsens beslut”. Först
            då gäller auktorisationen.
          </p>
        </>
      ),
    },
    {
      id: 'inloggningstjanst',
      title: 'Egen inloggningstjänst',
      text: (
        <p>
          Bolagets personal kan logga in med samma konto som på jobbet. Kontakta Restvärde, som
          lägger till tjänsten. Under ”Inställningar”, ”Inloggningstjänst”, väljer du sedan vilka
          grupper som gäller.
        </p>
      ),
    },
    {
      id: 'integrationer',
      title: 'Integrationer',
      text: (
        <>
          <p>
            Ett annat system, som bolagets skadesystem, kan läsa och ändra bolagets auktioner med en
            nyckel. Lägg till den under ”Inställningar”, ”Integrationer”. Nyckeln visas bara en
            gång. Den som har den når auktionerna utan inloggning, så ge den bara till dem som
            sköter systemet. Tas den bort slutar den gälla direkt. I historiken står nyckelns namn
            vid det som systemet har gjort.
          </p>
          <p>
            Med en webhook får systemet veta direkt när något händer: en auktion slutar, vinnaren
            meddelas eller objektet lämnas ut. Ange systemets adress och välj händelser. Hemligheten
            visas bara en gång; med den kontrollerar systemet att händelserna kommer från Restvärde.
            Under ”Utskick” syns vad som har skickats och vad som gick fel, och där kan du skicka
            ett test eller skicka igen. Svarar systemet inte på en och en halv dag stängs webhooken
            av och bolaget får ett mejl. Starta den när systemet fungerar igen.
          </p>
        </>
      ),
    },
    {
      id: 'sakerhetslogg',
      title: 'Säkerhetsloggen',
      text: (
        <p>
          I ”Säkerhetslogg” står vad som har hänt med bolagets konton: vem som har loggat in,
          varifrån och med vilken webbläsare, misslyckade försök och vem som har ändrat vad.
          Filtrera på person, händelse och tid, och exportera som CSV om något ska utredas. Ingen
          kan ändra i loggen.
        </p>
      ),
    },
  ],
};
