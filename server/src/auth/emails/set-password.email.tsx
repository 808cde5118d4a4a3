import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { FIRST_PASSWORD_SEARCH } from '@restvarde/contract/auth/password';
import { type RawBuilder, sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email, EmailDefinition, Message, ReadEmail } from '../../email/email.ts';
import { renderEmail } from '../../email/emails.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { deriveKey, hashToken, mac, unseal } from '../../keys.ts';
import { passOnAddress } from '../../users/claim-address.ts';
import addressTaken from './address-taken.email.tsx';
import welcome from './welcome.email.tsx';

/** For a known user, or for the owner of an address. */
export type SetPasswordJob = { kind: 'set-password' } & (
  | { user_id: number }
  | {
      sealed_email: string;
      /** Staff with this address sign on by the environment's provider. */
      is_elsewhere?: true;
    }
);

/**
 * The email with its link; null for users who get none. The token is derived from the job, so that it is stored nowhere
 * in plain text and an email that is sent twice has the same link. Revokes the user's earlier links (AUTH-14).
 */
const read: ReadEmail<SetPasswordJob, SetPasswordProps> = (context, job, jobId) =>
  context.pool.db.transaction().execute((tx) => makeEmail(context, tx, job, jobId));

async function makeEmail(
  context: WorkerContext,
  tx: Tx,
  job: SetPasswordJob,
  jobId: string,
): Promise<Message<SetPasswordProps> | Email | null> {
  let isTheirs: RawBuilder<boolean>;
  if ('user_id' in job) {
    isTheirs = sql`id = ${job.user_id}`;
  } else {
    const address = unseal(deriveKey(context.config.secret, 'seal'), job.sealed_email);
    await passOnAddress(tx, address);
    isTheirs = sql`lower(email) = ${address} and not waits_for_address`;
  }
  const user = await tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'is_ad_user',
      'company_id',
      'waits_for_address',
      sql<boolean>`password_hash is null`.as('is_new'),
      sql<
        string | null
      >`(select name from service_stations st where st.id = service_station_id)`.as('station_name'),
      sql<string | null>`(
        select c.name from companies c where c.id = coalesce(
          (select st.company_id from service_stations st where st.id = service_station_id), company_id)
      )`.as('company_name'),
    ])
    .where(isTheirs)
    .where('deactivated_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return null;
  if (user.waits_for_address) return renderEmail(addressTaken, { to: user.email, props: user });
  const isElsewhere = 'is_elsewhere' in job && job.is_elsewhere && user.company_id !== null;
  if (user.is_ad_user || isElsewhere) {
    // Single sign-on accounts have no password: only new ones get an email, which says where to log in.
    if (!('user_id' in job)) return null;
    const props = { ...user, password_url: null, login_url: context.config.publicUrl };
    return renderEmail(welcome, { to: user.email, props });
  }
  const token = mac(deriveKey(context.config.secret, 'links'), jobId).toString('base64url');
  const hours = AUTH.linkHours[user.is_new ? 'new' : 'known'];
  const expires_at = sql<Date>`now_ms() + make_interval(hours => ${hours})`;
  const token_hash = hashToken(token);
  await tx
    .deleteFrom('reset_tokens')
    .where((where) =>
      where.or([
        sql<boolean>`expires_at < now_ms()`,
        where.and([
          where('user_id', '=', user.id),
          where('used_at', 'is', null),
          where('token_hash', '<>', token_hash),
        ]),
      ]),
    )
    .execute();
  await tx
    .insertInto('reset_tokens')
    .values({ token_hash, user_id: user.id, expires_at })
    // Restarts its lifetime, because the mail server may accept it hours later.
    .onConflict((conflict) =>
      conflict
        .column('token_hash')
        .doUpdateSet({ expires_at })
        .where('reset_tokens.used_at', 'is', null),
    )
    .execute();
  const url = `${context.config.publicUrl}/create-password/${token}`;
  const { publicUrl } = context.config;
  if (user.is_new) {
    const password_url = `${url}?${new URLSearchParams(FIRST_PASSWORD_SEARCH)}`;
    const props = { ...user, password_url, login_url: publicUrl };
    return renderEmail(welcome, { to: user.email, props });
  }
  return { to: user.email, props: { password_url: url } };
}

interface SetPasswordProps {
  password_url: string;
}

/** The link to reset a forgotten password (AUTH-14). */
function SetPasswordEmail({ password_url }: SetPasswordProps) {
  const first = 'Du kan nu välja ett nytt lösenord till Restvärde.';
  return (
    <Layout
      heading="Välj nytt lösenord"
      preview={first}
      reason="Du får det här mejlet eftersom någon bad om ett nytt lösenord för din e-postadress."
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>Länken gäller i {AUTH.linkHours.known} timmar och kan användas en gång.</Paragraph>
      <Paragraph>
        Har du inte bett om det här? Då behöver du inte göra något: ditt lösenord gäller som förut.
      </Paragraph>
      <Button url={password_url}>Välj nytt lösenord</Button>
    </Layout>
  );
}

export default {
  name: 'Välj lösenord',
  read,
  subject: () => 'Välj nytt lösenord',
  template: SetPasswordEmail,
  samples: {
    vanligt: { password_url: 'https://restvarde.example/create-password/dVQ0bGtPZ2xB' },
  },
} satisfies EmailDefinition<SetPasswordJob, SetPasswordProps>;
