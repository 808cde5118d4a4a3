-- DATA-5: policies for the other tables with amounts, places or names of others.
alter table auction_images enable row level security;
create policy tenant on auction_images using ((select nobody_looks()) or caller_sees(auction_id));

-- The rows of a person.
alter table accepted_terms enable row level security;
create policy tenant on accepted_terms using ((select nobody_looks()) or user_id = (select caller_user()));

-- For the product only; no viewer sees these rows.
do $$
declare
  own text;
begin
  foreach own in array array[
    'bid_news', 'chain_anchors', 'chain_links', 'daily_runs', 'idempotency_keys', 'known_places', 'reminders',
    'sign_on_bindings'
  ] loop
    execute format('alter table %I enable row level security', own);
    execute format('create policy tenant on %I using ((select nobody_looks()))', own);
  end loop;
end $$;
