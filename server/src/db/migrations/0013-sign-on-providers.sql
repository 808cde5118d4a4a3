-- AUTH-7: an issuer belongs to one company, and so do all users who log in by it.
create table sign_on_issuers (
  issuer text primary key check (issuer <> ''),
  company_id integer not null references companies on delete restrict,
  unique (issuer, company_id)
);

-- The providers that companies have set up. The groups in a claim decide the role. Without such a claim the role is
-- not changed.
create table sign_on_providers (
  id integer generated always as identity primary key,
  issuer text not null unique,
  company_id integer not null,
  client_id text not null check (client_id <> ''),
  sealed_client_secret text not null,
  role_claim text not null default '',
  case_manager_values text[] not null default '{}',
  company_admin_values text[] not null default '{}',
  foreign key (issuer, company_id) references sign_on_issuers (issuer, company_id) on delete cascade
);
create index sign_on_providers_by_company on sign_on_providers (company_id);

-- AUTH-5: the email domains whose users log in by single sign-on, with their provider.
create table sign_on_domains (
  domain text primary key check (domain <> '' and domain = lower(domain)),
  provider_id integer not null references sign_on_providers on delete cascade
);
create index sign_on_domains_by_provider on sign_on_domains (provider_id);

-- A user's identity at the provider, from the first sign-on. It stays if the email address changes.
create table sign_on_bindings (
  user_id integer primary key references users on delete cascade,
  issuer text not null,
  company_id integer not null,
  subject text not null check (subject <> ''),
  bound_at timestamptz not null default now_ms(),
  unique (issuer, subject),
  foreign key (issuer, company_id) references sign_on_issuers (issuer, company_id) on delete cascade
);
