import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Paragraph, Questions } from '../../email/parts.tsx';

export interface ContactChangeJob {
  kind: 'contact-change';
  /** The contact that is replaced. */
  user_id: number;
  /** The other address has been confirmed. */
  is_done: boolean;
}

/** Null if the change was reverted or has been completed, and for an account without personal data. */
const read: ReadEmail<ContactChangeJob, ContactChangeProps> = async (
  { pool },
  { user_id, is_done },
) => {
  const { rows } = await sql<Omit<ContactChangeProps, 'is_done'> & { email: string }>`
    select u.email, st.name as station_name,
      c.name as company_name, c.email as company_email, c.phone as company_phone
    from users u
    join service_stations st on st.id = u.service_station_id
    join companies c on c.id = st.company_id
    where u.id = ${user_id} and u.anonymised_at is null and not u.waits_for_address and (
      ${is_done} or u.deactivated_at is null and exists (
        select from users successor
        where successor.service_station_id = st.id and successor.is_successor and successor.deactivated_at is null
      )
    )`.execute(pool.db);
  const [change] = rows;
  return change ? { to: change.email, props: { ...change, is_done } } : null;
};

interface ContactChangeProps {
  /** The new address has been confirmed, and the reader's account is closed. */
  is_done: boolean;
  station_name: string;
  company_name: string;
  company_email: string;
  company_phone: string;
}

/** Sent to a station's contact when a new address is entered and when it takes over (STN-5). Does not name it. */
function ContactChangeEmail(change: ContactChangeProps) {
  const { is_done, station_name, company_name } = change;
  const what = is_done
    ? `En annan e-postadress för kontaktpersonen på ${station_name} är bekräftad.`
    : `${company_name} har angett en annan e-postadress för kontaktpersonen på ${station_name}.`;
  return (
    <Layout
      heading={is_done ? 'Din inloggning är avslutad' : 'Ny e-postadress väntar på bekräftelse'}
      preview={what}
      reason="Du får det här mejlet eftersom din e-postadress har angetts för verkstadens kontaktperson. Mejlet hör till kontot och kan inte väljas bort."
    >
      <Paragraph>{what}</Paragraph>
      <Paragraph>
        {is_done
          ? 'Verkstadens mejl går dit från och med nu, och det går inte längre att logga in med den här adressen. Bud, bevakningar och köp hör till verkstaden och finns kvar.'
          : 'När någon har valt lösenord där går inloggning och mejl över dit. Till dess loggar du in som vanligt, och verkstadens mejl kommer hit.'}
      </Paragraph>
      <Paragraph>Känner du inte till bytet? Kontakta {company_name} genast.</Paragraph>
      <Questions {...change} />
    </Layout>
  );
}

const pending: ContactChangeProps = {
  is_done: false,
  station_name: 'Lind Bil & Plåt',
  company_name: 'Nordsäkring',
  company_email: 'kontakt@nordsakring.example',
  company_phone: '08-123 45 00',
};

export default {
  name: 'Ny e-postadress för en verkstad',
  read,
  subject: ({ is_done, station_name }) =>
    is_done
      ? `Din inloggning för ${station_name} är avslutad`
      : `Ny e-postadress för ${station_name} väntar på bekräftelse`,
  template: ContactChangeEmail,
  samples: {
    'väntar på bekräftelse': pending,
    bekräftad: { ...pending, is_done: true },
    'bekräftad, långa namn': {
      is_done: true,
      station_name:
        'Skaraborgs Bildemonteringsåtervinningsanläggningsreservdelscentraler <b>&amp;</b> Handelsbolag',
      company_name:
        'Försäkringsaktiebolaget Nordvästra Skandinaviens Ömsesidiga Egendoms- och Motorfordonsskadeförsäkring',
      company_email: '',
      company_phone: '',
    },
  },
} satisfies EmailDefinition<ContactChangeJob, ContactChangeProps>;
