import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';

export interface PasswordChangedJob {
  kind: 'password-changed';
  user_id: number;
}

/** Also sent to an account that has been deactivated since. */
const read: ReadEmail<PasswordChangedJob, PasswordChangedProps> = async (context, job) => {
  const user = await context.pool.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', job.user_id)
    .where('waits_for_address', '=', false)
    .executeTakeFirst();
  if (!user) return null;
  const forgot_url = `${context.config.publicUrl}/forgot-password`;
  return { to: user.email, props: { forgot_url } };
};

interface PasswordChangedProps {
  forgot_url: string;
}

/** The receipt of a changed password, with advice in case it was somebody else (AUTH-14). */
function PasswordChangedEmail({ forgot_url }: PasswordChangedProps) {
  const first =
    'Lösenordet till ditt konto på Restvärde har ändrats. Du har loggats ut på alla andra enheter.';
  return (
    <Layout
      heading="Ditt lösenord har ändrats"
      preview={first}
      reason="Du får det här mejlet varje gång ditt lösenord ändras."
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>
        Var det inte du? Välj genast ett nytt lösenord, och kontakta ditt bolag.
      </Paragraph>
      <Button url={forgot_url}>Välj nytt lösenord</Button>
    </Layout>
  );
}

export default {
  name: 'Ändrat lösenord',
  read,
  subject: () => 'Ditt lösenord har ändrats',
  template: PasswordChangedEmail,
  samples: {
    vanligt: { forgot_url: 'https://restvarde.example/forgot-password' },
  },
} satisfies EmailDefinition<PasswordChangedJob, PasswordChangedProps>;
