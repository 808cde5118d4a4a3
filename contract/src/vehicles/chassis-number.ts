/** Characters of a chassis number (ISO 3779). */
const LENGTH = 17;

/** The value and the weight of each character in the check digit (49 CFR 565.15). */
const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** North America and China require a check digit. Other regions use its position freely. */
const HAS_CHECK_DIGIT = /^[1-5L]/;

/**
 * What looks wrong with a tidied chassis number, as a sentence; null if nothing does. Old and imported vehicles have
 * other numbers, so the sentence is a warning only (FORM-14).
 */
export function chassisWarning(number: string): string | null {
  const forbidden = [...new Set(number.match(/[^A-HJ-NPR-Z\d]/g))];
  if (forbidden.length > 0)
    return `Ett chassi.nr innehåller aldrig ${listed(forbidden)}. Är det rätt avskrivet?`;
  if (number.length !== LENGTH)
    return `Ett chassi.nr har oftast ${LENGTH} tecken. Det här har ${number.length}. Stämmer det?`;
  if (HAS_CHECK_DIGIT.test(number) && checkDigit(number) !== number[8])
    return 'Kontrollsiffran, tecken 9, stämmer inte med resten av numret. Är det rätt avskrivet?';
  return null;
}

const listed = (characters: readonly string[]) =>
  [characters.slice(0, -1).join(', '), characters.at(-1)].filter(Boolean).join(' eller ');

function checkDigit(number: string): string {
  const sum = WEIGHTS.reduce(
    (total, weight, at) => total + weight * (VALUES.indexOf(number[at]!) % 10),
    0,
  );
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** World manufacturer identifiers of makes that are common in Sweden. */
const MAKERS: Record<string, string> = {
  Audi: 'TRU WA1 WAU WUA',
  BMW: '4US 5UX WBA WBS WBX WBY WB1 WB3 WB4',
  BYD: 'LC0 LGX LPE',
  Citroën: 'VF7 VR7 VS7',
  Cupra: 'VSE',
  Dacia: 'UU1',
  DAF: 'XLR',
  DS: 'VR1',
  Fiat: 'ZFA ZFC',
  Ford: '1FA 1FM 1FT 6FP MAJ NM0 SFA UN1 WF0 WF1',
  Hobby: 'WHB',
  Honda: '1HG JHL JHM LUC NLA SHH SHS ZDC',
  Husqvarna: 'VBK',
  Hyundai: 'KMF KMH KMJ NLH TMA',
  Isuzu: 'JAA MPA',
  Iveco: 'WJM ZCF',
  Jaguar: 'SAD SAJ',
  Jeep: '1C4 1J4 1J8 ZAC',
  Kawasaki: 'JKA JKB',
  Kia: 'KNA KNC KND KNE U5Y U6Y',
  'Land Rover': 'SAL',
  Lexus: 'JTH',
  'Lynk & Co': 'LYV',
  MAN: 'WMA',
  Mazda: 'JM1 JM3 JMZ',
  'Mercedes-Benz': '4JG W1K W1N W1T W1V WDB WDC WDD WDF',
  MG: 'LSJ SAR SDP',
  MINI: 'WMW',
  Mitsubishi: 'JA3 JA4 JMA JMB MMB MMC',
  Nissan: 'JN1 JN6 SJN VNV VSK VWA',
  Opel: 'VXK W0L W0V',
  Peugeot: 'VF3 VR3',
  Polestar: 'LPS YSM',
  Porsche: 'WP0 WP1',
  Renault: 'VF1 VF2 VF6 VS5',
  Saab: 'YS3',
  Scania: 'XLE YS2 YS4',
  Seat: 'VSS',
  Skoda: 'TMB',
  Smart: 'WME',
  Subaru: '4S3 4S4 JF1 JF2',
  Suzuki: 'JS1 JSA JS2 JS3 TSM VTT',
  Tesla: '5YJ 7SA LRW XP7',
  Toyota: '2T1 4T1 5TD JT1 JT2 JT3 JTD JTE JTM JTN NMT SB1 TW1 VNK YAR',
  Triumph: 'SMT',
  Volkswagen: '1VW 3VW AAV WV1 WV2 WVG WVW',
  Volvo: '7JR LVY YV1 YV2 YV3 YV4 YV5',
  Yamaha: 'JYA VG5',
};

const MAKER_OF = new Map(
  Object.entries(MAKERS).flatMap(([maker, codes]) => codes.split(' ').map((code) => [code, maker])),
);

/** The manufacturer by the first three characters of a tidied chassis number of 17; null if unknown (FORM-14). */
export function makerOf(number: string): string | null {
  return number.length === LENGTH ? (MAKER_OF.get(number.slice(0, 3)) ?? null) : null;
}
