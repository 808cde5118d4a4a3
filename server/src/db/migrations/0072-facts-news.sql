-- DMG-8: what bidders and watchers were last sent of an auction's description and condition, and what has changed since.
-- They get at most one email an hour; a row without changes is deleted at `due_at`.
create table facts_news (
  auction_id integer primary key references auctions on delete cascade,
  description text not null,
  condition jsonb not null,
  due_at timestamptz not null,
  is_description_pending boolean not null default false,
  is_condition_pending boolean not null default false
);
create index facts_news_due on facts_news (due_at);
alter table facts_news enable row level security;
create policy tenant on facts_news using ((select nobody_looks()));
