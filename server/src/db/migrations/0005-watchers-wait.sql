-- MAIL-3: auctions with watchers who have not heard of the latest bid: looked for here, not in all alerts.
alter table bid_news add column watchers_wait boolean not null default false;
create index bid_news_waiting on bid_news (auction_id) where watchers_wait;
