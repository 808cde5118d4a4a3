// Sample data of the templates: an ordinary sale, and one with the longest possible texts.

export const AUCTION_URL = 'https://restvarde.example/auctions/7';
export const SETTINGS_URL = 'https://restvarde.example/settings';
export const HOME_URL = 'https://restvarde.example/';

export const SAMPLE_END = new Date('2026-11-20T13:30:00Z');

export const CAR = {
  number: 'NS-0001',
  manufacturer: 'Volvo',
  model: 'V60 D4 Momentum',
  auction_url: AUCTION_URL,
};

export const LONG_CAR = {
  number: 'SKADEÄRENDE-2026-00000012345-0002',
  manufacturer: 'Mercedes-Benz',
  model: `${'Specialutrustningsentreprenadmaskinssläpvagnskombinations'}XL 4x4 <b>&amp;</b>`,
};

export const SELLER = {
  company_name: 'Nordsäkring',
  company_email: 'kontakt@nordsakring.example',
  company_phone: '08-123 45 00',
};

/** Without contact details. */
export const LONG_SELLER = {
  company_name:
    'Försäkringsaktiebolaget Nordvästra Skandinaviens Ömsesidiga Egendoms- och Motorfordonsskadeförsäkring',
  company_email: '',
  company_phone: '',
};

export const SALE = { ...CAR, ...SELLER };
export const LONG_SALE = { ...LONG_CAR, ...LONG_SELLER };

export const PLACE = {
  staging_area_name: 'Bärgarn i Örebro',
  place_street: 'Nastagatan 12',
  place_postal: '70227',
  place_city: 'Örebro',
};
export const LONG_PLACE =
  'Skaraborgsbärgningen Uppställningsplats Industriområdet Västra, Förmansgatan 117 B, bakom grinden';
export const PLACE_WITHOUT_ADDRESS = {
  staging_area_name: LONG_PLACE,
  place_street: null,
  place_postal: null,
  place_city: null,
};
