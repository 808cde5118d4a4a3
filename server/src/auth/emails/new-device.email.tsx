import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

interface NewDeviceProps {
  /** ISO 8601. */
  at: string;
  browser: string;
  ip: string | null;
  end_url: string;
  /** False for single sign-on. */
  has_password: boolean;
}

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, timeStyle: 'short' });

export const subject = () => 'Ny inloggning på ditt konto';

/** A login from a new device, with a link to end the session (SEC-4). */
export default function NewDeviceEmail({ at, browser, ip, end_url, has_password }: NewDeviceProps) {
  const when = new Date(at);
  const first = 'Någon har loggat in på ditt konto från en enhet som vi inte känner igen.';
  return (
    <Layout
      heading="Ny inloggning på ditt konto"
      preview={first}
      reason="Du får det här mejlet när någon loggar in på ditt konto från en ny enhet."
    >
      <Paragraph>{first}</Paragraph>
      <Facts>
        <Fact name="Tid">
          {stockholmDate(when)}&nbsp;{clock.format(when)}
        </Fact>
        <Fact name="Webbläsare">{browser}</Fact>
        {ip !== null && <Fact name="IP-adress">{ip}</Fact>}
      </Facts>
      <Paragraph>Var det du? Då behöver du inte göra något.</Paragraph>
      <Paragraph>
        Var det inte du? Avsluta inloggningen genast
        {has_password ? ' och välj sedan ett nytt lösenord.' : ' och kontakta ditt bolag.'}
      </Paragraph>
      <Button url={end_url}>Avsluta inloggningen</Button>
    </Layout>
  );
}

const login = {
  at: '2026-11-20T13:30:00.000Z',
  browser: 'Chrome på Windows',
  ip: '192.0.2.7',
  end_url: 'https://restvarde.example/end-session/exempel',
  has_password: true,
};

export const samples = {
  vanligt: login,
  'hos arbetsgivaren': { ...login, ip: null, has_password: false },
};
