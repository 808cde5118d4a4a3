import { COUNTIES, type County } from '@restvarde/contract/dismantlers';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface DismantlerEndsProps {
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

export const subject = title;

/** To a dismantler and its company: its authorisation ends within 30 days, or has ended (DISM-6). */
export default function DismantlerEndsEmail(ends: DismantlerEndsProps) {
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
          ? 'Du får det här mejlet eftersom din verkstad har angett en auktorisation. Det går inte att stänga av.'
          : 'Du får det här mejlet eftersom verkstaden hör till ert bolag, och adressen är bolagets. Det går inte att stänga av.'
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
          ? 'Har den förnyats? Ange den nya sista dagen under Inställningar, så kontrolleras den av ert bolag.'
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

export const samples = {
  'till verkstaden, går ut': ordinary,
  'till bolaget, har gått ut, långa namn': {
    ...ordinary,
    service_station_name:
      'Skaraborgs Bildemonteringsåtervinningsanläggningsreservdelscentraler <b>&amp;</b> Handelsbolag',
    number: 'A'.repeat(40),
    county: 'O' as const,
    has_ended: true,
    to: 'company' as const,
    url: 'https://restvarde.example/service-stations/7',
  },
};
