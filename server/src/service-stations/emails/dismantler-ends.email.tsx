import { COUNTIES, type County } from '@restvarde/contract/dismantlers';
import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface DismantlerEndsJob {
  kind: 'dismantler-ends';
  service_station_id: number;
  /** The last day of the authorisation, YYYY-MM-DD. */
  valid_to: string;
  has_ended: boolean;
  to: 'station' | 'company';
}

interface Row extends Pick<DismantlerEndsProps, 'number' | 'county' | 'service_station_name'> {
  station_email: string | null;
  company_email: string;
}

/** Null if the last day has changed, or there are no recipients. */
const read: ReadEmail<DismantlerEndsJob, DismantlerEndsProps> = async (context, job) => {
  const { service_station_id: id, valid_to, has_ended, to } = job;
  const { rows } = await sql<Row>`
    select d.number, d.county, s.name as service_station_name, c.email as company_email,
      (
        select u.email from mail_readers u
        where u.service_station_id = s.id
        order by u.id limit 1
      ) as station_email
    from dismantlers d
    join service_stations s on s.id = d.service_station_id and s.removed_at is null
    join companies c on c.id = s.company_id
    where d.service_station_id = ${id} and d.valid_to = ${valid_to}::date`.execute(context.pool.db);
  const [row] = rows;
  const address = to === 'station' ? row?.station_email : row?.company_email;
  if (!row || !address) return null;
  const { station_email: _station, company_email: _company, ...about } = row;
  const path = to === 'station' ? '/settings' : `/service-stations/${id}`;
  const url = context.config.publicUrl + path;
  return { to: address, props: { ...about, valid_to, has_ended, to, url } };
};

interface DismantlerEndsProps {
  service_station_name: string;
  /** The authorisation's own number. */
  number: string;
  county: County;
  /** The last day, YYYY-MM-DD. */
  valid_to: string;
  has_ended: boolean;
  to: 'station' | 'company';
  url: string;
}

const title = ({ has_ended, valid_to }: DismantlerEndsProps) =>
  has_ended
    ? `Auktorisationen som bilskrotare gällde t.o.m. ${valid_to}`
    : `Auktorisationen som bilskrotare gäller t.o.m. ${valid_to}`;

/** To a dismantler and its company: its authorisation ends within 30 days, or has ended (DISM-6). */
function DismantlerEndsEmail(ends: DismantlerEndsProps) {
  const { has_ended, service_station_name } = ends;
  const isToStation = ends.to === 'station';
  const what = has_ended
    ? `Auktorisationen för ${service_station_name} har gått ut.`
    : `Auktorisationen för ${service_station_name} går snart ut.`;
  return (
    <Layout
      heading={title(ends)}
      preview={what}
      reason={
        isToStation
          ? 'Du får det här mejlet eftersom din verkstad har angett en auktorisation. Mejlet hör till auktorisationen och kan inte väljas bort.'
          : 'Du får det här mejlet eftersom verkstaden hör till ert bolag, och adressen är bolagets. Mejlet hör till auktorisationen och kan inte väljas bort.'
      }
    >
      <Paragraph>
        {what}{' '}
        {isToStation
          ? 'Utan gällande auktorisation kan du inte lägga bud där säljaren kräver en. Bud som redan är lagda gäller.'
          : 'Utan gällande auktorisation kan verkstaden inte lägga bud där säljaren kräver en. Bud som redan är lagda gäller.'}
      </Paragraph>
      <Facts>
        <Fact name="Verkstad">{service_station_name}</Fact>
        <Fact name="Auktorisation">{ends.number}</Fact>
        <Fact name="Län">{COUNTIES[ends.county]}</Fact>
        <Fact name={has_ended ? 'Gällde t.o.m.' : 'Gäller t.o.m.'}>{ends.valid_to}</Fact>
      </Facts>
      <Paragraph>
        {isToStation
          ? 'Har den förnyats? Ange den nya sista dagen under Inställningar, så kontrollerar bolaget den.'
          : 'Har den förnyats? Ange den nya sista dagen på verkstadens sida, och kontrollera den mot länsstyrelsens beslut.'}
      </Paragraph>
      <Button url={ends.url}>{isToStation ? 'Öppna inställningarna' : 'Visa verkstaden'}</Button>
    </Layout>
  );
}

const ordinary: DismantlerEndsProps = {
  service_station_name: 'Lind Bil & Plåt',
  number: '563-1234-2024',
  county: 'T',
  valid_to: '2026-12-20',
  has_ended: false,
  to: 'station',
  url: 'https://restvarde.example/settings',
};

export default {
  name: 'Auktorisation som går ut',
  read,
  subject: title,
  template: DismantlerEndsEmail,
  samples: {
    'till verkstaden, går ut': ordinary,
    'till bolaget, har gått ut, långa namn': {
      ...ordinary,
      service_station_name:
        'Skaraborgs Bildemonteringsåtervinningsanläggningsreservdelscentraler <b>&amp;</b> Handelsbolag',
      number: 'A'.repeat(40),
      county: 'O',
      has_ended: true,
      to: 'company',
      url: 'https://restvarde.example/service-stations/7',
    },
  },
} satisfies EmailDefinition<DismantlerEndsJob, DismantlerEndsProps>;
