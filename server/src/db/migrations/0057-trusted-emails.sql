-- The superuser's word that a provider's e-mail claim is confirmed although it sends no email_verified (AUTH-17).
alter table sign_on_providers add column trusts_email boolean not null default false;
