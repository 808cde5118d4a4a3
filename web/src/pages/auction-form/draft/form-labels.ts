import type { DraftField } from './auction-draft.ts';

/** The labels of the form's fields. */
export const FORM_LABEL: Record<DraftField, string> = {
  category_ids: 'Kategori',
  manufacturer: 'Fabrikat',
  model: 'Modell',
  model_year: 'Årsmodell',
  mileage: 'Mätarställning (mil)',
  registration_number: 'Reg.nr',
  chassis_number: 'Chassi.nr',
  description: 'Beskrivning',
  damage_condition: 'Säljes för',
  relist_dismantling: 'Om objektet inte säljs',
  is_global: 'Säljområde',
  hidden_bids: 'Dolda bud',
  hidden_reservation_price: 'Dolt reservationspris',
  start_bid: 'Utropspris (kr)',
  reservation_price: 'Reservationspris (kr)',
  start_date: 'Startdatum',
  start_time: 'Starttid',
  end_date: 'Slutdatum',
  end_time: 'Sluttid',
  staging_area: 'Uppställningsplats',
  staging_area_name: 'Annan uppställningsplats',
};
