import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import { browserName } from '@restvarde/contract/security/browser-name';
import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { endingTokenOf } from '../own-sessions/own-sessions.ts';

export interface NewDeviceJob {
  kind: 'new-device';
  session_id: string;
}

/** Sent even if the session has ended, because it reports the login. */
const read: ReadEmail<NewDeviceJob, NewDeviceProps> = async ({ pool, config }, { session_id }) => {
  const { rows } = await sql<{
    email: string;
    is_ad_user: boolean;
    at: Date;
    user_agent: string;
    ip: string | null;
  }>`
    select u.email, u.is_ad_user, s.created_at as at, s.user_agent, host(s.ip) as ip
    from sessions s join users u on u.id = s.user_id
    where s.id = ${session_id} and u.anonymised_at is null and not u.waits_for_address`.execute(
    pool.db,
  );
  const login = rows[0];
  if (!login) return null;
  return {
    to: login.email,
    props: {
      at: login.at.toISOString(),
      browser: browserName(login.user_agent),
      ip: login.ip,
      end_url: `${config.publicUrl}/end-session/${endingTokenOf(config.secret, session_id)}`,
      has_password: !login.is_ad_user,
    },
  };
};

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

/** A login from a new device, with a link to end the session (SEC-4). */
function NewDeviceEmail({ at, browser, ip, end_url, has_password }: NewDeviceProps) {
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

export default {
  name: 'Ny inloggning',
  read,
  subject: () => 'Ny inloggning på ditt konto',
  template: NewDeviceEmail,
  samples: {
    vanligt: login,
    'hos arbetsgivaren': { ...login, ip: null, has_password: false },
  },
} satisfies EmailDefinition<NewDeviceJob, NewDeviceProps>;
