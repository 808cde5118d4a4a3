-- FEED-4: what another system last said of a file, the view of a picture or the kind of a document. Null if it said nothing.
alter table feed_files add column subject text;
