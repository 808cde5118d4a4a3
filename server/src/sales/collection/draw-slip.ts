import { showCode } from '@restvarde/contract/auctions/release-code';
import { UNBROKEN } from '@restvarde/contract/fields';
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { encode } from 'uqr';

/** What stands on «Utlämningssedel». Dates are YYYY-MM-DD. */
export interface SlipFacts {
  company: string;
  number: string;
  vehicle: string;
  registration_number: string;
  chassis_number: string;
  place: string;
  opening_hours: string;
  buyer: string;
  release_code: string;
  free_until: string;
}

/** A4, in points. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 56];
const [TITLE, SMALL, TEXT, CODE, LEADING] = [24, 10, 13, 44, 18];
/** A side of the square of the code, and how many of its cells wide is the quiet that readers want around it. */
const [SQUARE, QUIET] = [190, 4];
/** Such as a postal code with its town. */
const TOGETHER = new RegExp(UNBROKEN, 'g');
const NO_BREAK = '\u00a0';
const INK = rgb(0.1, 0.14, 0.14);
const SOFT = rgb(0.38, 0.43, 0.42);

/** Draws the paper that is shown when the object is collected, the code as text and as a square (PICK-9). */
export async function drawSlip(facts: SlipFacts): Promise<Uint8Array> {
  // The same paper whenever it is asked for: without the moment at which it was made.
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(`Utlämningssedel ${facts.number}`);
  document.setLanguage('sv-SE');
  document.setProducer('Restvärde');
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const page = document.addPage([WIDTH, HEIGHT]);
  let y = HEIGHT - MARGIN - TITLE;
  const write = (text: string, size: number, font: PDFFont, colour = INK) => {
    for (const line of breakLines(writable(text, font), font, size)) {
      page.drawText(line, { x: MARGIN, y, size, font, color: colour });
      y -= Math.max(LEADING, size * 1.25);
    }
  };
  write('Utlämningssedel', TITLE, bold);
  write(facts.company, TEXT, plain, SOFT);
  // First what may not be pushed off the page by what people write.
  y -= LEADING;
  write('Kod för utlämning', SMALL, plain, SOFT);
  y -= CODE / 2;
  write(showCode(facts.release_code), CODE, bold);
  write('Visa koden när du hämtar. Den som har koden får ut objektet.', TEXT, plain);
  y -= SQUARE - LEADING;
  drawSquare(page, facts.release_code, y);
  for (const [name, value] of rowsOf(facts)) {
    if (value === '') continue;
    write(name, SMALL, plain, SOFT);
    write(value, TEXT, bold);
    y -= LEADING / 3;
  }
  return document.save();
}

const rowsOf = (facts: SlipFacts): [name: string, value: string][] => [
  ['Auktion', facts.number],
  ['Fordon', facts.vehicle],
  ['Reg.nr', facts.registration_number],
  ['Chassi.nr', facts.chassis_number],
  ['Köpare', facts.buyer],
  ['Fri lagring t.o.m.', facts.free_until],
  // What may be long comes last.
  ['Finns på', facts.place],
  ['Öppet', facts.opening_hours],
];

function drawSquare(page: PDFPage, release_code: string, bottom: number): void {
  const { data, size } = encode(showCode(release_code), { ecc: 'M', border: QUIET });
  const side = SQUARE / size;
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (!isDark) continue;
      // The paper's own margin is quiet enough.
      const x = MARGIN + (column - QUIET) * side;
      page.drawRectangle({
        x,
        y: bottom + (size - 1 - row) * side,
        // Without a seam between two of them.
        width: side + 0.1,
        height: side + 0.1,
        color: INK,
      });
    }
  }
}

/** The font knows the letters of western Europe: of others the letter without its mark, or «?». */
function writable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  const knows = (sign: string) => known.has(sign.codePointAt(0)!);
  return [...text.normalize('NFC').replace(/\s+/g, ' ')]
    .map((sign) => (knows(sign) ? sign : ([...sign.normalize('NFD')].find(knows) ?? '?')))
    .join('');
}

function breakLines(text: string, font: PDFFont, size: number): string[] {
  const width = WIDTH - 2 * MARGIN;
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines = [''];
  const joined = text.replaceAll(TOGETHER, (phrase) => phrase.replaceAll(' ', NO_BREAK));
  const words = joined.split(' ').map((word) => word.replaceAll(NO_BREAK, ' '));
  for (const word of words.flatMap((one) => one.match(/.{1,40}/gu) ?? [])) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
