import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Code, Paragraph } from '../../email/parts.tsx';
import { deriveKey, unseal } from '../../keys.ts';

export interface LoginCodeJob {
  kind: 'login-code';
  user_id: number;
  /** The hash, in hex, of the uuid that the code is entered with. */
  challenge_hash: string;
  sealed_code: string;
}

/** Null if the code has expired, is used up, or was replaced. */
const read: ReadEmail<LoginCodeJob, LoginCodeProps> = async (context, job) => {
  const user = await context.pool.db
    .selectFrom('login_codes')
    .innerJoin('users', 'users.id', 'login_codes.user_id')
    .select('users.email')
    .where('users.id', '=', job.user_id)
    .where('users.deactivated_at', 'is', null)
    .where('users.waits_for_address', '=', false)
    .where('login_codes.challenge_hash', '=', Buffer.from(job.challenge_hash, 'hex'))
    .where(sql<boolean>`login_codes.expires_at > now_ms()`)
    .executeTakeFirst();
  if (!user) return null;
  const code = unseal(deriveKey(context.config.secret, 'seal'), job.sealed_code);
  return { to: user.email, props: { code } };
};

interface LoginCodeProps {
  code: string;
}

/** The login code (AUTH-4), with the login page's warning (AUTH-16). */
function LoginCodeEmail({ code }: LoginCodeProps) {
  return (
    <Layout
      heading="Logga in på Restvärde"
      preview={`Koden gäller i ${AUTH.codeMinutes} minuter. Lämna aldrig ut den.`}
      reason="Du får det här mejlet eftersom någon loggade in med din e-postadress och ditt lösenord."
    >
      <Paragraph>Skriv in koden på sidan där du loggar in:</Paragraph>
      <Code>{code}</Code>
      <Paragraph>Koden gäller i {AUTH.codeMinutes} minuter och kan användas en gång.</Paragraph>
      <Paragraph>
        Lämna aldrig ut koden. Har någon ringt och bett dig logga in? Gör det inte, och kontakta
        ditt bolag.
      </Paragraph>
    </Layout>
  );
}

export default {
  name: 'Inloggningskod',
  read,
  /** Without the code: lock screens show subjects. */
  subject: () => 'Din kod för att logga in',
  template: LoginCodeEmail,
  samples: { vanligt: { code: '042917' } },
} satisfies EmailDefinition<LoginCodeJob, LoginCodeProps>;
