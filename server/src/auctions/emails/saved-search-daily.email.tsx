import type { SavedQuery } from '@restvarde/contract/auctions/saved-filters';
import { readSavedFilter } from '@restvarde/contract/auctions/saved-searches';
import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, List, Paragraph } from '../../email/parts.tsx';
import { and, isActive, STATION_ROW, visibleTo } from '../access/visibility.ts';
import { savedFilters } from '../lists/list-filters.ts';
import { AUCTION_URL, CAR, LONG_CAR, SAMPLE_END } from './samples.ts';
import { makeSearchToken } from './unsubscribe-address.ts';
import { dateAndTime, objectName } from './words.ts';

export interface SavedSearchDailyJob {
  kind: 'saved-search-daily';
  user_id: number;
  /** ISO 8601. Covers auctions that were announced after `from` and not after `to`. */
  from: string;
  to: string;
}

/** The maximum number of auctions in an email; the rest are counted. */
const SHOWN = 50;

/** Null if nothing matches, or the user has no daily search any more. */
const read: ReadEmail<SavedSearchDailyJob, SavedSearchDailyProps> = async (
  context,
  { user_id, from, to },
) => {
  const { db } = context.pool;
  const { rows: searches } = await sql<Search>`
    select ss.id, ss.name, ss.query, ss.created_at, u.email, u.service_station_id
    from saved_searches ss join mail_readers u on u.id = ss.user_id
    where ss.user_id = ${user_id} and ss.frequency = 'daily'
    order by ss.name, ss.id`.execute(db);
  const [first] = searches;
  if (first === undefined) return null;
  const hits = searches.map(
    ({ query, created_at }, place) => sql`
      select a.id, ${place}::integer as place
      from auctions a
      where a.closed_at is null and a.deleted_at is null
        and a.announced_at > ${from} and a.announced_at <= ${to} and a.announced_at >= ${created_at}
        and ${and(savedFilters(readSavedFilter(query)))}`,
  );
  const { rows: matches } = await sql<Match & { total: number }>`
    select a.id, a.number, a.manufacturer, a.model, a.model_year, a.start_bid, s.end_dt, hit.place,
      count(*) over ()::integer as total
    from (
      select id, min(place) as place from (${sql.join(hits, sql` union all `)}) every_hit group by id
    ) hit
    join auctions a on a.id = hit.id
    join auction_standings s on s.auction_id = a.id
    join service_stations st on st.id = ${first.service_station_id} and st.removed_at is null
    where ${isActive} and ${visibleTo(STATION_ROW)} and not exists (
      select from announced_to_searchers known
      where known.auction_id = a.id and known.service_station_id = st.id
    )
    order by s.end_dt, a.id
    limit ${SHOWN}`.execute(db);
  if (matches.length === 0) return null;
  const { publicUrl } = context.config;
  const token = makeSearchToken(context, { user_id, search_ids: searches.map(({ id }) => id) });
  return {
    to: first.email,
    props: {
      searches: searches.flatMap(({ name }, place) => {
        const found = matches.filter((match) => match.place === place);
        const lines = found.map(({ id, ...match }) => ({
          ...match,
          auction_url: `${publicUrl}/auctions/${id}`,
        }));
        return lines.length === 0 ? [] : [{ name, lines }];
      }),
      more: matches[0]!.total - matches.length,
      list_url: `${publicUrl}/auctions`,
      unsubscribe_url: `${publicUrl}/unsubscribe/${token}`,
    },
    oneClickUrl: `${publicUrl}/api/unsubscribe/${token}`,
  };
};

interface Search {
  id: number;
  name: string;
  query: SavedQuery;
  created_at: Date;
  email: string;
  service_station_id: number;
}

interface Line {
  number: string;
  manufacturer: string;
  model: string;
  model_year: number | null;
  start_bid: number;
  end_dt: Date;
}

interface Match extends Line {
  id: number;
  /** The index of the first search that it matches. */
  place: number;
}

interface SavedSearchDailyProps {
  /** Those with matches, by name. */
  searches: { name: string; lines: (Line & { auction_url: string })[] }[];
  /** How many matches are not listed. */
  more: number;
  list_url: string;
  unsubscribe_url: string;
}

/** New objects that match a user's daily searches (SAVED-5). */
function SavedSearchDailyEmail({
  searches,
  more,
  list_url,
  unsubscribe_url,
}: SavedSearchDailyProps) {
  const count = searches.reduce((sum, { lines }) => sum + lines.length, more);
  const text = count === 1 ? '1 nytt objekt' : `${count} nya objekt`;
  return (
    <Layout
      heading="Nya objekt i dina sökningar"
      preview={`${text} sedan i går.`}
      reason="Du får det här mejlet eftersom du har sparat sökningar. Dagar utan nya objekt kommer inget mejl."
      unsubscribe={{ text: 'Stäng av mejlen för sökningarna', url: unsubscribe_url }}
    >
      <Paragraph>{text} matchar sökningar som du har sparat.</Paragraph>
      {searches.map(({ name, lines }) => (
        <List
          key={name}
          heading={name}
          shown={SHOWN}
          items={lines.map((line) => ({ text: lineText(line), url: line.auction_url }))}
        />
      ))}
      {more > 0 && <List heading="Fler" items={[{ text: `och ${more} till`, url: list_url }]} />}
      <Button url={list_url}>Visa alla auktioner</Button>
    </Layout>
  );
}

const lineText = (line: Line) =>
  `${objectName(line)}${line.model_year === null ? '' : `, ${line.model_year}`}, utropspris ${formatKronor(line.start_bid)}, slutar ${dateAndTime(line.end_dt)}`;

const sample = { ...CAR, model_year: 2021, start_bid: 15_000, end_dt: SAMPLE_END };

const few: SavedSearchDailyProps = {
  searches: [
    {
      name: 'Volvo i Örebro',
      lines: [sample, { ...sample, number: 'NS-0002', auction_url: `${AUCTION_URL}1` }],
    },
    {
      name: 'Husbilar',
      lines: [{ ...sample, ...LONG_CAR, model_year: null, auction_url: `${AUCTION_URL}2` }],
    },
  ],
  more: 0,
  list_url: 'https://restvarde.example/auctions',
  unsubscribe_url: 'https://restvarde.example/unsubscribe/token',
};

export default {
  name: 'Nya objekt i sparade sökningar',
  read,
  subject: () => 'Nya objekt i dina sökningar',
  unsubscribeUrl: ({ unsubscribe_url }) => unsubscribe_url,
  template: SavedSearchDailyEmail,
  samples: {
    några: few,
    många: {
      ...few,
      searches: [
        {
          name: 'Personbilar',
          lines: Array.from({ length: SHOWN }, (_, n) => ({
            ...sample,
            auction_url: `${AUCTION_URL}${n}`,
          })),
        },
      ],
      more: 112,
    },
  },
} satisfies EmailDefinition<SavedSearchDailyJob, SavedSearchDailyProps>;
