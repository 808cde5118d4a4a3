/** The labels of the settings' fields. */
export const SETTINGS_LABEL = {
  name: 'Namn',
  email: 'E-post',
  phone: 'Telefon',
  street: 'Gatuadress',
  postal: 'Postnummer',
  city: 'Ort',
  default_end_dt_increment_days: 'Auktionens längd (dagar)',
  default_end_dt_increment_time: 'Klockslag för start och slut',
  next_auction_number: 'Nästa objektsnummer',
  auction_end_dt_incrementation: 'Förlängning vid sent bud (minuter)',
  decision_days: 'Tid att avgöra (vardagar)',
  dismantling_bidders: 'Vilka får köpa objekt för demontering?',
  release_after_payment: 'När får vinnaren hämtkoden?',
  follow_deregistration: 'Ska köparen skicka in skrotningsintyg?',
  relist_dismantling: 'Vad händer när ett reparationsobjekt inte blir sålt?',
  relist_days: 'Den nya auktionens längd (dagar)',
  relist_start_bid_percent: 'Nytt utropspris (procent av det förra)',
  relist_reservation_percent: 'Nytt reservationspris (procent av det förra)',
  allows_max_bids: 'Får verkstäder sätta maxbud (autobud)?',
  requires_second_factor: 'Vilka ska logga in med autentiseringsapp?',
  ended_auction_email: 'Avslutade auktioner till',
  auction_summary_email: 'Daglig sammanfattning till',
} as const;

/** The three amounts of a row of bid increments (SET-2). */
export const LADDER_CELLS = [
  { name: 'min_price', label: 'Från (kr)' },
  { name: 'max_price', label: 'Till (kr)' },
  { name: 'increment', label: 'Höjning (kr)' },
] as const;
