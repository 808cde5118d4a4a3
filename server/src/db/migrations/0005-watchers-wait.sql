-- MAIL-3: auctions with watchers who have not been notified of the latest bid, found without reading all alerts.
alter table bid_news add column watchers_wait boolean not null default false;
create index bid_news_waiting on bid_news (auction_id) where watchers_wait;
