-- LIST-11: the search finds an auction also by model year and place. This rewrites the table and its indexes. It takes
-- some minutes for a million auctions, during which nobody can read auctions or bid.
alter table auctions alter column words set expression as (
  search_words(
    number, registration_number, chassis_number, manufacturer, model,
    coalesce(model_year::text, '') || ' ' || staging_area_name || ' ' || description
  )
);
