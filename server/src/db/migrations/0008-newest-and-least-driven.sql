-- LIST-3: by year and by mileage, for the staff of a company, for superusers, and for workshops among open auctions.
create index auctions_company_year on auctions (company_id, model_year, id) where deleted_at is null;
create index auctions_company_mileage on auctions (company_id, mileage, id) where deleted_at is null;
create index auctions_year on auctions (model_year, id) where deleted_at is null;
create index auctions_mileage on auctions (mileage, id) where deleted_at is null;
create index auctions_open_year on auctions (model_year, id) where closed_at is null and deleted_at is null;
create index auctions_open_mileage on auctions (mileage, id) where closed_at is null and deleted_at is null;
