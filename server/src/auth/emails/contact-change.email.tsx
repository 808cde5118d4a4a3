import { Layout } from '../../email/layout.tsx';
import { Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';

export interface ContactChangeProps {
  /** The new address has been confirmed, and the reader's account is closed. */
  is_done: boolean;
  station_name: string;
  company_name: string;
  company_email: string;
  company_phone: string;
}

export const subject = ({ is_done, station_name }: ContactChangeProps) =>
  is_done
    ? `Din inloggning för ${station_name} är avslutad`
    : `Ny e-postadress för ${station_name} väntar på bekräftelse`;

/** To a station's contact: another address was entered, or it has taken over (STN-5). It does not name the address. */
export default function ContactChangeEmail(change: ContactChangeProps) {
  const { is_done, station_name, company_name } = change;
  const what = is_done
    ? `En annan e-postadress för kontaktpersonen på ${station_name} är bekräftad.`
    : `${company_name} har angett en annan e-postadress för kontaktpersonen på ${station_name}.`;
  return (
    <Layout
      heading={is_done ? 'Din inloggning är avslutad' : 'Ny e-postadress väntar på bekräftelse'}
      preview={what}
      reason="Du får det här mejlet eftersom din e-postadress har angetts för verkstadens kontaktperson. Det går inte att stänga av."
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

export const samples = {
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
};
