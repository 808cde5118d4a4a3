import type { TokenScope } from '@restvarde/contract/feed/token-calls';
import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { EmailDefinition, Message } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface TokenAddedJob {
  kind: 'token-added';
  company_id: number;
  token_id: number;
  to: 'company';
}

/** What emails say of a token. */
export interface TokenProps {
  name: string;
  /** The token's first characters. */
  prefix: string;
  scopes: TokenScope[];
  /** The last day that it is valid, YYYY-MM-DD. */
  expires_on: string;
  created_by: string;
  url: string;
}

/** Reads what emails say of a token. Null if it has been revoked, or its company has no address. */
export async function readTokenMessage(
  { pool, config }: WorkerContext,
  { token_id }: { token_id: number },
): Promise<Message<TokenProps> | null> {
  const { rows } = await sql<TokenProps & { to: string }>`
    select t.name, t.prefix, t.scopes, t.expires_on, c.email as to,
      trim(u.first_name || ' ' || u.last_name) as created_by
    from tokens t
    join companies c on c.id = t.company_id
    join every_name u on u.id = t.created_by
    where t.id = ${token_id} and t.revoked_at is null`.execute(pool.db);
  const [row] = rows;
  if (!row || row.to === '') return null;
  const { to, ...props } = row;
  return { to, props: { ...props, url: `${config.publicUrl}/settings/integrations` } };
}

const subject = ({ name }: TokenProps) => `Ny nyckel för integration: ${name}`;

/** To the company's address: a token has been added (FEED-1). Without the token. */
function TokenAddedEmail(token: TokenProps) {
  const { name, prefix, scopes, expires_on, created_by, url } = token;
  return (
    <Layout
      heading={subject(token)}
      preview={`${created_by} har lagt till nyckeln. Den gäller t.o.m. ${expires_on}.`}
      reason="Du får det här mejlet eftersom adressen är bolagets. Mejlet hör till säkerheten och kan inte väljas bort."
    >
      <Paragraph>
        {created_by} har lagt till en nyckel. Ett annat system kan använda den för att nå bolagets
        auktioner.
      </Paragraph>
      <Facts>
        <Fact name="Namn">{name}</Fact>
        <Fact name="Första tecknen">{prefix}</Fact>
        <Fact name="Behörighet">
          {scopes.includes('auctions:write') ? 'Läsa och ändra auktioner' : 'Läsa auktioner'}
        </Fact>
        <Fact name="Gäller t.o.m.">{expires_on}</Fact>
      </Facts>
      <Paragraph>Känner du inte till den? Ta bort den under Integrationer.</Paragraph>
      <Button url={url}>Öppna Integrationer</Button>
    </Layout>
  );
}

const ordinary: TokenProps = {
  name: 'Skadesystemet',
  prefix: 'rv_9fK2mQx7',
  scopes: ['auctions:read', 'auctions:write'],
  expires_on: '2027-11-20',
  created_by: 'Kerstin Berg',
  url: 'https://restvarde.example/settings/integrations',
};

export default {
  name: 'Ny nyckel för integration',
  read: readTokenMessage,
  subject,
  template: TokenAddedEmail,
  samples: {
    'läser och ändrar': ordinary,
    'läser, långa namn': {
      ...ordinary,
      name: 'Ärendehanteringssystemet för <b>motorfordon</b> &amp; maskiner',
      scopes: ['auctions:read'],
      created_by: 'Maria-Magdalena von Hohenzollern-Sigmaringenstierna',
    },
  },
} satisfies EmailDefinition<TokenAddedJob, TokenProps>;
