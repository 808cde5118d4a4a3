-- DATA-4: the function runs as the owner of the tables, because the product's role has no right to write links.
alter function extend_chain(integer[]) security definer set search_path = pg_catalog, public;
