-- LIST-11: a model year and a place are words like those of the description. This rewrites the table
-- and makes its indexes anew, some minutes for a million auctions, in which nobody reads or bids.
alter table auctions alter column words set expression as (
  search_words(
    number, registration_number, chassis_number, manufacturer, model,
    coalesce(model_year::text, '') || ' ' || staging_area_name || ' ' || description
  )
);
