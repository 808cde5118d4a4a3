import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface WebhookStoppedJob {
  kind: 'webhook-stopped';
  company_id: number;
  webhook_id: number;
  to: 'company';
}

/** Null if the webhook runs again or is removed, or its company has no address. */
const read: ReadEmail<WebhookStoppedJob, WebhookStoppedProps> = async (
  { pool, config },
  { webhook_id },
) => {
  const { rows } = await sql<{ to: string; address: string }>`
    select c.email as to, w.url as address
    from webhooks w join companies c on c.id = w.company_id
    where w.id = ${webhook_id} and w.stopped_at is not null`.execute(pool.db);
  const [row] = rows;
  if (!row || row.to === '') return null;
  const { to, address } = row;
  return { to, props: { address, url: `${config.publicUrl}/settings/integrations` } };
};

interface WebhookStoppedProps {
  /** The address of the webhook. */
  address: string;
  url: string;
}

const subject = () => 'En webhook har stoppats';

/** To the company's address: the product no longer calls a webhook (FEED-10). */
function WebhookStoppedEmail({ address, url }: WebhookStoppedProps) {
  return (
    <Layout
      heading={subject()}
      preview="Systemet svarar inte. Det får inte veta vad som händer med bolagets auktioner."
      reason="Du får det här mejlet eftersom adressen är bolagets. Mejlet hör till webhooken och kan inte väljas bort."
    >
      <Paragraph>
        Systemet som tar emot bolagets händelser svarar inte, eller har bett att få slippa dem. Det
        som händer med bolagets auktioner skickas inte dit förrän webhooken startas igen.
      </Paragraph>
      <Facts>
        <Fact name="Adress">{address}</Fact>
      </Facts>
      <Paragraph>
        Under Integrationer syns vad som gick fel. Starta webhooken igen när systemet fungerar.
      </Paragraph>
      <Button url={url}>Öppna Integrationer</Button>
    </Layout>
  );
}

export default {
  name: 'Webhook som har stoppats',
  read,
  subject,
  template: WebhookStoppedEmail,
  samples: {
    stoppad: {
      address: 'https://skador.nord.example/restvarde/händelser',
      url: 'https://restvarde.example/settings/integrations',
    },
    'lång adress': {
      address: `https://integration.forsakringsbolaget.example/v1/${'auktioner/'.repeat(12)}`,
      url: 'https://restvarde.example/settings/integrations',
    },
  },
} satisfies EmailDefinition<WebhookStoppedJob, WebhookStoppedProps>;
