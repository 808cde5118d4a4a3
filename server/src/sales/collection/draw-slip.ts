import { buffer } from 'node:stream/consumers';
import { showCode } from '@restvarde/contract/sale/release-code';
import { encode } from 'uqr';
import {
  INK,
  linesOf,
  PAGE_MARGIN as MARGIN,
  openDocument,
  PAGE_WIDTH,
  SOFT,
  type Weight,
  writeLines,
} from '../../pdf/tagged-pdf.ts';

/** The content of «Utlämningssedel». Dates are YYYY-MM-DD. */
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

/** In points. */
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const [TITLE, HEADING, SMALL, TEXT, CODE] = [24, 14, 10, 13, 44];
const LABEL_WIDTH = 130;
/** The side of the QR code, and its quiet zone in modules. */
const [QR_SIDE, QR_BORDER] = [190, 4];
/** Maximum lines of a long text, so that the slip is one page. */
const MAX_LINES = 4;

/**
 * Draws the slip that is shown at the pickup, with the code as text and as QR code (PICK-9). Tagged PDF
 * (PDF/UA-1, ISO 14289-1) with embedded fonts.
 */
export async function drawSlip(facts: SlipFacts): Promise<Uint8Array> {
  const document = openDocument(`Utlämningssedel ${facts.number}`);
  const root = document.struct('Document');
  document.addStructure(root);
  let y = MARGIN;

  /** Writes lines from `at` downwards. Returns the position after them. */
  function write(
    text: string,
    { at = y, x = MARGIN, width = WIDTH, size = TEXT, weight = 400 as Weight, colour = INK },
  ): number {
    const lines = linesOf(document, text, { width, weight, size });
    const spot = { x, y: at, size, weight, colour };
    return writeLines(document, lines.slice(0, MAX_LINES), spot);
  }

  const tag = (kind: string, draw: () => void) => root.add(document.struct(kind, {}, draw));

  tag('H1', () => {
    y = write('Utlämningssedel', { size: TITLE, weight: 700 });
  });
  tag('P', () => {
    y = write(facts.company, { colour: SOFT });
  });
  y += TEXT;
  // First the parts that long texts must not push off the page, with the QR code beside them.
  const code = showCode(facts.release_code);
  const top = y;
  const beside = WIDTH - QR_SIDE - TEXT;
  tag('H2', () => {
    y = write('Hämtkod', { size: HEADING, weight: 700 }) + TEXT;
  });
  tag('P', () => {
    y = write(code, { size: CODE, weight: 700 }) + TEXT;
  });
  tag('P', () => {
    write('Visa koden när du hämtar. Den som har koden får ut objektet.', { width: beside });
  });
  const corner = { x: MARGIN + WIDTH - QR_SIDE, y: top };
  root.add(
    document.struct('Figure', { alt: `Koden ${code} som QR-kod` }, () =>
      drawQrCode(document, code, corner),
    ),
  );
  y = top + QR_SIDE + TEXT;
  tag('H2', () => {
    y = write('Objektet', { size: HEADING, weight: 700 }) + TEXT / 2;
  });
  const list = document.struct('L');
  root.add(list);
  for (const [name, value] of rowsOf(facts)) {
    if (value === '') continue;
    const item = document.struct('LI');
    list.add(item);
    const at = y;
    item.add(
      document.struct('Lbl', {}, () => {
        write(name, { at: at + TEXT - SMALL, size: SMALL, width: LABEL_WIDTH, colour: SOFT });
      }),
    );
    const [x, width] = [MARGIN + LABEL_WIDTH, WIDTH - LABEL_WIDTH];
    item.add(
      document.struct('LBody', {}, () => {
        y = write(value, { at, x, width, weight: 700 }) + TEXT / 3;
      }),
    );
    item.end();
  }
  list.end();
  root.end();
  document.end();
  return buffer(document);
}

const rowsOf = (facts: SlipFacts): [name: string, value: string][] => [
  ['Auktion', facts.number],
  ['Fordon', facts.vehicle],
  ['Reg.nr', facts.registration_number],
  ['Chassi.nr', facts.chassis_number],
  ['Köpare', facts.buyer],
  ['Fri lagring t.o.m.', facts.free_until],
  // Long texts come last.
  ['Finns på', facts.place],
  ['Öppet', facts.opening_hours],
];

function drawQrCode(
  document: PDFKit.PDFDocument,
  code: string,
  corner: { x: number; y: number },
): void {
  const { data, size } = encode(code, { ecc: 'M', border: QR_BORDER });
  const side = QR_SIDE / size;
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      // Modules overlap slightly, so that no seam shows between them.
      if (isDark) {
        document.rect(corner.x + column * side, corner.y + row * side, side + 0.1, side + 0.1);
      }
    }
  }
  document.fill(INK);
}
