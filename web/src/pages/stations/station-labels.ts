/** What the fields of a station and of its contact are called. */
export const STATION_LABEL = {
  number: 'Verkstadsnummer',
  name: 'Verkstadens namn',
  street: 'Gatuadress',
  postal: 'Postnummer',
  city: 'Ort',
  first_name: 'Förnamn',
  last_name: 'Efternamn',
  email: 'E-post',
} as const;

/** Of the field of this name. */
export const stationLabel = (name: string): string | undefined =>
  STATION_LABEL[name as keyof typeof STATION_LABEL];
