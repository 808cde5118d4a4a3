-- STN-6: mutes only the emails about new objects. In a separate table from the station's own categories, because a
-- station without categories may mute any category that it can see.
create table silenced_categories (
  service_station_id integer not null references service_stations on delete cascade,
  category_id integer not null references categories on delete cascade,
  primary key (service_station_id, category_id)
);
create index silenced_categories_by_category on silenced_categories (category_id);
insert into silenced_categories (service_station_id, category_id)
select service_station_id, category_id from service_station_categories where silent;
alter table service_station_categories drop column silent;

-- DATA-1: names are compared without case. If an older row has the same name, the id is appended to the newer name,
-- and once more if that name is taken too.
do $$
begin
  loop
    update companies c set name = name || ' (' || id || ')'
    where exists (
      select from companies o
      where o.id < c.id and lower(o.name collate "sv-x-icu") = lower(c.name collate "sv-x-icu")
    );
    exit when not found;
  end loop;
  loop
    update categories c set name = name || ' (' || id || ')'
    where c.company_id is not null and exists (
      select from categories o
      where o.id <> c.id and lower(o.name) = lower(c.name)
        and (o.company_id is null or (o.company_id = c.company_id and o.id < c.id))
    );
    exit when not found;
  end loop;
end $$;
create unique index companies_by_name on companies (lower(name collate "sv-x-icu"));

-- A global category belongs to every company, so no company may have a category with its name.
create extension if not exists btree_gist;
drop index categories_by_company;
create index categories_by_company on categories (company_id);
alter table categories add constraint categories_by_name exclude using gist (
  lower(name) with =,
  int4range(company_id, company_id, '[]') with &&
);
