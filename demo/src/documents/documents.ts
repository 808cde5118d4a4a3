import { between, makeRandom, type Random } from '../random.ts';
import type { DamageKind, Vehicle } from '../vehicles/vehicles.ts';
import { type Paper, startPaper } from './paper.ts';

const ISSUER = 'Skadebesiktning Mälardalen (påhittat bolag)';
const INSPECTORS = ['Karin Ekdahl', 'Mats Lövgren', 'Sara Nyqvist', 'Johan Berglind'] as const;

/** One to three PDFs with their names for a vehicle's auction. */
export async function documentsOf(
  vehicle: Vehicle,
): Promise<{ name: string; content: Uint8Array }[]> {
  const plate = vehicle.registration_number;
  const documents = [
    { name: `Besiktningsprotokoll ${plate}.pdf`, content: await makeInspectionReport(vehicle) },
  ];
  if (vehicle.seed % 3 !== 0) {
    documents.push({ name: `Värdering ${plate}.pdf`, content: await makeValuation(vehicle) });
  }
  if (vehicle.damage_condition === 'REPAIR') {
    documents.push({ name: `Skadekalkyl ${plate}.pdf`, content: await makeEstimate(vehicle) });
  }
  return documents;
}

const kronor = (amount: number): string => `${groups(amount)} kr`;

const referenceOf = (vehicle: Vehicle): string => `SB-${String(40000 + vehicle.seed * 13)}`;

const nameOf = (vehicle: Vehicle): string => `${vehicle.manufacturer} ${vehicle.model}`;

/** A fixed day for each vehicle, so that its documents agree. */
function dayOf(vehicle: Vehicle, later = 0): string {
  const day = new Date(Date.UTC(2026, 8, 1 + (vehicle.seed % 40) + later));
  return day.toISOString().slice(0, 10);
}

function startFor(vehicle: Vehicle, title: string, later: number): Promise<Paper> {
  return startPaper({
    title,
    subtitle: `${nameOf(vehicle)}, ${vehicle.registration_number}`,
    issuer: ISSUER,
    reference: referenceOf(vehicle),
    day: dayOf(vehicle, later),
  });
}

function writeFacts(paper: Paper, vehicle: Vehicle): void {
  paper.heading('Fordon');
  paper.facts([
    ['Fabrikat', vehicle.manufacturer],
    ['Modell', vehicle.model],
    ['Reg.nr', vehicle.registration_number],
    ['Chassi.nr', vehicle.chassis_number],
    ['Årsmodell', String(vehicle.model_year)],
    ['Mätarställning', vehicle.mileage === null ? 'Saknas' : `${groups(vehicle.mileage)} mil`],
    ['Kategori', vehicle.category],
    ['Färg', vehicle.colour],
  ]);
}

const groups = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, ' ');

/** The damaged parts, so that documents agree with pictures and description. */
const STRUCK: Record<DamageKind, readonly string[]> = {
  front: ['Front och stötfångare', 'Strålkastare', 'Framskärm', 'Grill'],
  rear: ['Bakparti och stötfångare', 'Baklucka eller bakdörrar', 'Baklykta', 'Bakre tvärplåt'],
  side: ['Sidoplåt', 'Tröskellåda', 'Lister', 'Lack'],
  hail: ['Tak', 'Motorhuv', 'Takramar', 'Skärmar, överkant'],
  fire: ['Motorrum', 'Kablage', 'Torpedvägg', 'Instrumentbräda'],
  water: ['Golv och mattor', 'Styrdon och säkringar', 'Motor och drivlina', 'Säten och bälten'],
  glass: ['Vindruta', 'Regnsensor och kamera', 'Rutans lister'],
  paint: ['Dörrar, lack', 'Bakskärm, lack', 'Lister', 'Klarlack'],
};
const STRUCK_ELSEWHERE: Record<string, readonly string[]> = {
  'motorcycle side': ['Tank', 'Kåpor', 'Avgassystem', 'Spegel'],
  'motorcycle front': ['Framgaffel', 'Framhjul', 'Ramhuvud', 'Strålkastare'],
  'caravan side': ['Yttervägg, plåt', 'Innervägg', 'Lister och tätning'],
  'caravan hail': ['Tak, plåt', 'Yttervägg, plåt', 'Lister'],
  'trailer side': ['Sidovägg', 'Ramprofil', 'Lister'],
};
const partsStruck = ({ body, damage: { kind } }: Vehicle): readonly string[] =>
  STRUCK_ELSEWHERE[`${body} ${kind}`] ?? STRUCK[kind];
const SOUND = ['Däck och fälg', 'Bromsar', 'Underrede', 'Belysning i övrigt'];

type Row = [part: string, grade: string, verdict: string];

function judge(vehicle: Vehicle, random: Random): Row[] {
  const isRepair = vehicle.damage_condition === 'REPAIR';
  const struck = partsStruck(vehicle).map((part, i): Row => {
    const grade = i < 2 || random() < 0.6 ? '3' : '2';
    if (!isRepair) return [part, grade, i === 0 ? 'Förstörd' : 'Kan inte återanvändas'];
    return [part, grade, random() < 0.5 ? 'Byte eller riktning' : 'Ska åtgärdas'];
  });
  if (!isRepair) return [...struck, ['Övriga delar', '0', 'Återanvänds efter kontroll']];
  const sound = SOUND.map(
    (part): Row =>
      random() < 0.75 ? [part, '0', 'Utan anmärkning'] : [part, '1', 'Normalt slitage'],
  );
  return [...struck, ...sound];
}

/** The inspector's report: facts, damage, an assessment of each part, signature. A4, Swedish. */
export async function makeInspectionReport(vehicle: Vehicle): Promise<Uint8Array> {
  const random = makeRandom(vehicle.seed * 19);
  const paper = await startFor(vehicle, 'Besiktningsprotokoll', 0);
  writeFacts(paper, vehicle);
  paper.heading('Skadebeskrivning');
  paper.paragraph(vehicle.description);
  paper.heading('Bedömning av delar');
  paper.table(
    [
      { title: 'Del', share: 0.46 },
      { title: 'Grad', share: 0.12, figures: true },
      { title: 'Bedömning', share: 0.42 },
    ],
    judge(vehicle, random),
  );
  paper.paragraph('Grad: 0 utan anmärkning, 1 slitage, 2 skada, 3 omfattande skada.');
  // Keep the statement and the signatures on one page.
  paper.heading('Utlåtande', 190);
  paper.paragraph(
    vehicle.damage_condition === 'REPAIR'
      ? 'Fordonet bedöms kunna repareras till trafiksäkert skick. Köparen svarar för kontroll av säkerhetssystem och hjulinställning efter reparation.'
      : 'Fordonet bedöms inte lönsamt att reparera och säljs för demontering. Köparen lämnar det till auktoriserad bilskrotare.',
  );
  paper.paragraph(
    'Besiktningen är okulär och har gjorts utan demontering. Dolda fel kan förekomma. Provkörning har inte utförts.',
  );
  const inspector = INSPECTORS[vehicle.seed % INSPECTORS.length]!;
  paper.signatures([`${inspector}, besiktningstekniker`, 'Handläggare']);
  return paper.finish();
}

/** The valuation: market value, repair, residual value, comparisons. A4, Swedish. */
export async function makeValuation(vehicle: Vehicle): Promise<Uint8Array> {
  const random = makeRandom(vehicle.seed * 23);
  const paper = await startFor(vehicle, 'Värdering', 3);
  // Not the reserve, which only the seller knows.
  const residual = Math.round((vehicle.start_bid * between(random, 1.25, 1.95)) / 500) * 500;
  const market = Math.round((residual * between(random, 2.1, 3.4)) / 1000) * 1000;
  writeFacts(paper, vehicle);
  paper.heading('Jämförbara objekt');
  const compared = Array.from({ length: 4 }, (_, i) => {
    const year = vehicle.model_year + (i % 3) - 1;
    const mileage =
      vehicle.mileage === null
        ? '–'
        : `${groups(Math.round((vehicle.mileage * between(random, 0.75, 1.3)) / 10) * 10)} mil`;
    const price = Math.round((market * between(random, 0.9, 1.12)) / 100) * 100;
    return [nameOf(vehicle), String(year), mileage, kronor(price)];
  });
  paper.table(
    [
      { title: 'Objekt', share: 0.46 },
      { title: 'Årsmodell', share: 0.16, figures: true },
      { title: 'Mätarställning', share: 0.18, figures: true },
      { title: 'Pris', share: 0.2, figures: true },
    ],
    compared,
  );
  paper.heading('Beräkning');
  paper.table(
    [
      { title: 'Post', share: 0.7 },
      { title: 'Belopp', share: 0.3, figures: true },
    ],
    [
      ['Marknadsvärde före skada', kronor(market)],
      ['Avdrag för skada och osäkerhet', `– ${kronor(market - residual)}`],
    ],
    ['Bedömt restvärde', kronor(residual)],
  );
  paper.paragraph(
    'Värdet anger vad fordonet bedöms inbringa i befintligt skick vid försäljning till verkstad eller demonterare. Alla belopp är exkl. moms. Värderingen gäller i 60 dagar.',
  );
  paper.signatures([`${INSPECTORS[(vehicle.seed + 1) % INSPECTORS.length]!}, värderingsman`]);
  return paper.finish();
}

/** The repair estimate: parts, work, paint. A4, Swedish. */
export async function makeEstimate(vehicle: Vehicle): Promise<Uint8Array> {
  const random = makeRandom(vehicle.seed * 29);
  const paper = await startFor(vehicle, 'Skadekalkyl', 1);
  writeFacts(paper, vehicle);
  paper.heading('Kalkyl');
  const rate = 1150;
  const lines = partsStruck(vehicle).map((part) => {
    const parts = Math.round((between(random, 0.02, 0.14) * (vehicle.start_bid + 30000)) / 10) * 10;
    const hours = Math.round(between(random, 1, 14) * 2) / 2;
    return { part, parts, hours, sum: parts + hours * rate };
  });
  const paint = Math.round(between(random, 4, 16)) * 850;
  const sum = lines.reduce((total, line) => total + line.sum, paint);
  paper.table(
    [
      { title: 'Åtgärd', share: 0.4 },
      { title: 'Delar', share: 0.2, figures: true },
      { title: 'Arbete', share: 0.16, figures: true },
      { title: 'Summa', share: 0.24, figures: true },
    ],
    [
      ...lines.map((line) => [
        line.part,
        kronor(line.parts),
        `${String(line.hours).replace('.', ',')} tim`,
        kronor(Math.round(line.sum)),
      ]),
      ['Lackering, material', '', '', kronor(paint)],
    ],
    ['Summa exkl. moms', '', '', kronor(Math.round(sum))],
  );
  paper.paragraph(
    `Arbete är räknat efter ${kronor(rate)} i timmen. Kalkylen bygger på synlig skada; tillkommande skador upptäcks först vid demontering. Delpriser är riktpriser för originaldelar.`,
  );
  paper.heading('Förutsättningar');
  paper.paragraph(vehicle.description);
  paper.signatures([`${INSPECTORS[(vehicle.seed + 2) % INSPECTORS.length]!}, kalkylator`]);
  return paper.finish();
}
