-- DATA-5: what holds amounts, places or names of others and had no policy yet.
alter table auction_images enable row level security;
create policy tenant on auction_images using ((select nobody_looks()) or caller_sees(auction_id));

-- A person's own.
alter table accepted_terms enable row level security;
create policy tenant on accepted_terms using ((select nobody_looks()) or user_id = (select caller_user()));

-- For the product alone.
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
