-- AUTH-17: a superuser has confirmed that the provider verifies e-mail addresses although it sends no email_verified.
alter table sign_on_providers add column trusts_email boolean not null default false;
