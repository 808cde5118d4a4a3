-- DATA-4: links are made by the owner of the tables, whoever writes the history: the product's role cannot write any.
alter function extend_chain(integer[]) security definer set search_path = pg_catalog, public;
