/** The labels of the fields of a station and its contact. */
export const STATION_LABEL = {
  number: 'Verkstadsnummer',
  name: 'Verkstadens namn',
  street: 'Gatuadress',
  postal: 'Postnummer',
  city: 'Ort',
  phone: 'Telefon',
  first_name: 'Förnamn',
  last_name: 'Efternamn',
  email: 'E-post',
} as const;

/** The label of a field. */
export const stationLabel = (name: string): string | undefined =>
  STATION_LABEL[name as keyof typeof STATION_LABEL];
