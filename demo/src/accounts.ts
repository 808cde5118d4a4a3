/** The password of every demo account. */
export const DEMO_PASSWORD = 'Demo-restvarde-2026';

/** Signs on at the company's provider, like all users of its domain, without a password. */
export const AD_ACCOUNT = 'anna@ad.nordsakring.example';

/** Accounts that the demo prints at its start. */
export const DEMO_ACCOUNTS = [
  { email: 'verkstad@lindbil.example', is: 'workshop, Lind Bil & Plåt (Nordsäkring)' },
  {
    email: 'bud@gavleskade.example',
    is: 'workshop with a yard, Gävle Skadeverkstad (Nordsäkring)',
  },
  { email: 'verkstad@soderplat.example', is: 'workshop, Söder Plåt (Nordsäkring)' },
  { email: 'verkstad@kustplat.example', is: 'workshop, Kustplåt (Västkust Försäkring)' },
  { email: 'handlaggare@nordsakring.example', is: 'case manager, Nordsäkring' },
  { email: AD_ACCOUNT, is: 'case manager, Nordsäkring, by ”Inloggning handläggare”' },
  { email: 'admin@nordsakring.example', is: 'company admin, Nordsäkring' },
  { email: 'handlaggare@vastkust.example', is: 'case manager, Västkust Försäkring' },
  { email: 'admin@vastkust.example', is: 'company admin, Västkust Försäkring' },
  { email: 'superuser@restvarde.example', is: 'superuser' },
];
