import { formatKronor } from '@restvarde/contract/money';
import type { Vehicle } from '../vehicles/vehicles.ts';
import { startPaper } from './paper.ts';

export interface Invoice {
  /** The object's number, which is also the invoice's reference. */
  number: string;
  seller: string;
  buyer: string;
  /** The winning bid in kronor, excluding VAT. */
  amount: number;
  /** YYYY-MM-DD. */
  day: string;
  due: string;
}

const VAT = 0.25;

/** The seller's invoice to the winner: object, price, VAT, due date. A4, Swedish. */
export async function makeInvoice(vehicle: Vehicle, invoice: Invoice): Promise<Uint8Array> {
  const { number, seller, buyer, amount, day, due } = invoice;
  const plate = vehicle.registration_number;
  const paper = await startPaper({
    title: 'Faktura',
    subtitle: `${vehicle.manufacturer} ${vehicle.model}, ${plate}`,
    issuer: `${seller} (påhittat bolag)`,
    reference: number,
    day,
  });
  const vat = Math.round(amount * VAT);
  paper.heading('Köp');
  paper.facts([
    ['Köpare', buyer],
    ['Objekt', number],
    ['Reg.nr', plate],
    ['Betalas senast', `${due}, före hämtning`],
  ]);
  paper.heading('Att betala');
  paper.facts([
    ['Vinnande bud, exkl. moms', formatKronor(amount)],
    ['Moms 25 %', formatKronor(vat)],
    ['Summa', formatKronor(amount + vat)],
  ]);
  paper.paragraph('Objektet säljs i befintligt skick, enligt de allmänna köpvillkoren.');
  return paper.finish();
}
