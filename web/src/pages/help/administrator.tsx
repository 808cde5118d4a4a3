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
          <li>Bestäm lägsta höjning av bud, förlängning vid sena bud och tid att avgöra.</li>
          <li>Lägg till uppställningsplatser, med öppettider, och egna kategorier.</li>
          <li>Bjud in handläggare och andra administratörer.</li>
          <li>
            Lägg till de verkstäder som ska få bjuda. Är de många kan den som driver Restvärde läsa
            in dem från en fil.
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
          Under «Inställningar» står bolagets uppgifter och logotyp, vart mejl om avslutade
          auktioner går, och vad en ny auktion har från början: sluttid, förlängning vid sena bud,
          lägsta höjning, tid att avgöra, och vem som får bjuda på objekt för demontering. Auktioner
          som redan har startat följer de regler som gällde då.
        </p>
      ),
    },
    {
      id: 'kategorier-och-platser',
      title: 'Kategorier och uppställningsplatser',
      text: (
        <p>
          Kategorierna bestämmer vilka verkstäder som ser ett objekt: en verkstad med kategorier ser
          objekt i dem, en utan ser alla. Gemensamma kategorier har alla bolag, och de ändras inte
          här. En uppställningsplats kan vara en adress eller en verkstad.
        </p>
      ),
    },
    {
      id: 'personal',
      title: 'Personal',
      text: (
        <p>
          Bjud in handläggare och administratörer med e-postadress. De får ett mejl för att välja
          lösenord. Den som slutar stänger du av: inloggningar som är öppna upphör genast, och det
          personen har gjort står kvar i historiken. Under «Inställningar» kan du kräva att alla som
          loggar in med lösenord har en autentiseringsapp. Den som har blivit av med sin hjälper du
          med «Återställ app», när du vet att det är rätt person som frågar.
        </p>
      ),
    },
    {
      id: 'verkstader',
      title: 'Verkstäder och auktorisation',
      text: (
        <>
          <p>
            Lägg till en verkstad med nummer, adress och kategorier, och sedan dess kontaktperson,
            som får ett mejl för att välja lösenord. Andra bolags verkstäder ser du, men ändrar
            inte.
          </p>
          <p>
            En bilskrotares auktorisation står på verkstadens sida. Det som verkstaden har skrivit
            själv kontrollerar du mot länsstyrelsens beslut, och väljer «Kontrollerad mot
            länsstyrelsens beslut». Först då gäller den.
          </p>
        </>
      ),
    },
    {
      id: 'inloggningstjanst',
      title: 'Egen inloggningstjänst',
      text: (
        <p>
          Bolagets personal kan logga in med samma konto som på jobbet. Den som driver Restvärde
          lägger till tjänsten; under «Inställningar», «Inloggning», väljer du sedan vilka domäner
          och grupper som gäller.
        </p>
      ),
    },
    {
      id: 'sakerhetslogg',
      title: 'Säkerhetsloggen',
      text: (
        <p>
          «Säkerhetslogg» visar vad som har hänt med bolagets konton: vem som har loggat in,
          varifrån och med vad, misslyckade försök, och vem som har ändrat vad. Välj person,
          händelse och tid, och exportera det som CSV om någon utreder en händelse. Ingen kan ändra
          i loggen.
        </p>
      ),
    },
  ],
};
