import { sql } from 'kysely';

/**
 * On `auctions a` and `service_stations st`: the station has not muted all of the auction's categories that it
 * has, or, if it has none, that it can see (MAIL-5).
 */
export const follows = sql<boolean>`(
  select coalesce(bool_or(q.category_id is null), not exists (
    select from service_station_categories own where own.service_station_id = st.id
  ))
  from auction_categories ac
  join categories c on c.id = ac.category_id
  left join service_station_categories f on f.category_id = c.id and f.service_station_id = st.id
  left join silenced_categories q on q.category_id = c.id and q.service_station_id = st.id
  where ac.auction_id = a.id and (
    f.category_id is not null
    or ((c.company_id is null or c.company_id = st.company_id) and not exists (
      select from service_station_categories own where own.service_station_id = st.id
    ))
  )
)`;
