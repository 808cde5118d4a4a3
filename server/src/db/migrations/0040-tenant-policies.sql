-- DATA-5: the viewer, set by the node on the connection of a query: «company station user», 0 for none. It is not set
-- for work of the product itself, for superusers, and by nodes of earlier releases.
create function caller_company() returns integer language sql stable parallel safe
  return nullif(split_part(current_setting('app.caller', true), ' ', 1), '')::integer;
create function caller_station() returns integer language sql stable parallel safe
  return nullif(split_part(current_setting('app.caller', true), ' ', 2), '')::integer;
create function caller_user() returns integer language sql stable parallel safe
  return nullif(split_part(current_setting('app.caller', true), ' ', 3), '')::integer;
create function nobody_looks() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.caller', true), '') = '';

-- Functions that run as the owner, whose plans a connection keeps. Policies with subqueries on tables with policies of
-- their own took several times as long to plan as the query of a page.
create function caller_reaches(id integer, company_id integer, is_global boolean) returns boolean
  language plpgsql stable parallel safe security definer as $$
begin
  if company_id = public.caller_company() then
    return true;
  end if;
  return public.caller_station() > 0 and (is_global or exists (
    select from public.auction_standings s
    where s.auction_id = id and public.caller_station() = any(s.bidder_ids)
  ));
end $$;

create function caller_sees(auction integer) returns boolean
  language plpgsql stable parallel safe security definer as $$
begin
  return (
    select public.caller_reaches(a.id, a.company_id, a.is_global)
    from public.auctions a where a.id = auction
  );
end $$;

-- In a sealed auction, a station sees only its own bids.
create function caller_sees_bids(auction integer) returns boolean
  language plpgsql stable parallel safe security definer as $$
begin
  return (
    select (public.caller_station() = 0 or not a.hidden_bids)
      and public.caller_reaches(a.id, a.company_id, a.is_global)
    from public.auctions a where a.id = auction
  );
end $$;

create function caller_sees_offer(auction integer, bid integer) returns boolean
  language plpgsql stable parallel safe security definer as $$
begin
  if public.caller_station() = 0 then
    return public.caller_sees(auction);
  end if;
  return exists (
    select from public.bids b
    where b.auction_id = auction and b.id = bid and b.service_station_id = public.caller_station()
  );
end $$;

-- The seller's staff, and the station at which an object stands.
create function caller_hands_over(auction integer) returns boolean
  language plpgsql stable parallel safe security definer as $$
begin
  if public.caller_station() = 0 then
    return public.caller_sees(auction);
  end if;
  return exists (
    select from public.auctions a join public.staging_areas area on area.id = a.staging_area_id
    where a.id = auction and area.service_station_id = public.caller_station()
  );
end $$;

-- The buyer and the seller's staff.
create function caller_sees_sale(auction integer, station integer) returns boolean
  language plpgsql stable parallel safe security definer as $$
begin
  if public.caller_station() = 0 then
    return public.caller_sees(auction);
  end if;
  return station = public.caller_station();
end $$;

-- Views for the searches of lists and for sums, which use indexes that a policy would prevent. The columns that lists
-- show are read from the tables.
create view every_auction as select * from auctions;
create view every_standing as select * from auction_standings;
create view every_bid as select * from bids;

alter table auctions enable row level security;
create policy tenant on auctions using (
  (select nobody_looks()) or company_id = (select caller_company()) or caller_reaches(id, company_id, is_global)
);
alter table auction_standings enable row level security;
create policy tenant on auction_standings using (
  (select nobody_looks()) or company_id = (select caller_company()) or (select caller_station()) > 0 and caller_sees(auction_id)
);
alter table bids enable row level security;
create policy tenant on bids using (
  (select nobody_looks()) or service_station_id = (select caller_station()) or caller_sees_bids(auction_id)
);
alter table offers enable row level security;
create policy tenant on offers using ((select nobody_looks()) or caller_sees_offer(auction_id, bid_id));
alter table collections enable row level security;
create policy tenant on collections using (
  (select nobody_looks()) or service_station_id = (select caller_station()) or caller_hands_over(auction_id)
);
alter table deregistrations enable row level security;
create policy tenant on deregistrations using (
  (select nobody_looks()) or caller_sees_sale(auction_id, service_station_id)
);
alter table sale_documents enable row level security;
create policy tenant on sale_documents using (
  (select nobody_looks()) or (
    select caller_sees_sale(k.auction_id, k.service_station_id) from collections k where k.id = collection_id
  )
);
alter table certificates enable row level security;
create policy tenant on certificates using (
  (select nobody_looks()) or exists (select from deregistrations d where d.id = deregistration_id)
);
alter table auction_files enable row level security;
create policy tenant on auction_files using ((select nobody_looks()) or caller_sees(auction_id));

-- The rows of a company.
alter table audit_log enable row level security;
create policy tenant on audit_log using (
  (select nobody_looks()) or (select caller_station()) = 0 and company_id = (select caller_company())
);
alter table security_events enable row level security;
create policy tenant on security_events using (
  (select nobody_looks()) or (select caller_station()) = 0 and company_id = (select caller_company())
);
alter table sale_months enable row level security;
create policy tenant on sale_months using (
  (select nobody_looks()) or (select caller_station()) = 0 and company_id = (select caller_company())
);
alter table sign_on_providers enable row level security;
create policy tenant on sign_on_providers using (
  (select nobody_looks()) or (select caller_station()) = 0 and company_id = (select caller_company())
);

-- Staff see the staff of their company, the contacts of workshops, and superusers.
alter table users enable row level security;
create policy tenant on users using (
  (select nobody_looks()) or case (select caller_station())
    when 0 then company_id = (select caller_company()) or service_station_id is not null or is_superuser
    else service_station_id = (select caller_station())
  end
);

-- The rows of the viewer or of the viewer's station. Staff also see whether their colleagues have a second factor.
alter table alerts enable row level security;
create policy tenant on alerts using ((select nobody_looks()) or service_station_id = (select caller_station()));
alter table sessions enable row level security;
create policy tenant on sessions using ((select nobody_looks()) or user_id = (select caller_user()));
alter table uploads enable row level security;
create policy tenant on uploads using ((select nobody_looks()) or user_id = (select caller_user()));
alter table recovery_codes enable row level security;
create policy tenant on recovery_codes using ((select nobody_looks()) or user_id = (select caller_user()));
alter table second_factors enable row level security;
create policy tenant on second_factors using (
  (select nobody_looks()) or user_id = (select caller_user())
  or user_id in (select u.id from users u where u.company_id = (select caller_company()))
);

-- No viewer sees secrets that open an account.
alter table login_codes enable row level security;
create policy tenant on login_codes using ((select nobody_looks()));
alter table reset_tokens enable row level security;
create policy tenant on reset_tokens using ((select nobody_looks()));
alter table sign_on_attempts enable row level security;
create policy tenant on sign_on_attempts using ((select nobody_looks()));
