import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { showCode } from '@restvarde/contract/auctions/release-code';
import { UNBROKEN } from '@restvarde/contract/fields';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';

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

/** In points. The page is A4. */
const [PAGE_WIDTH, MARGIN] = [595.28, 56];
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const [TITLE, HEADING, SMALL, TEXT, CODE] = [24, 14, 10, 13, 44];
const LEADING = 1.3;
const LABEL_WIDTH = 130;
/** The side of the QR code, and its quiet zone in modules. */
const [QR_SIDE, QR_BORDER] = [190, 4];
/** Maximum lines of a long text, so that the slip is one page. */
const MAX_LINES = 4;
const INK = '#1a2424';
const SOFT = '#5b6a68';

/** Keeps, for example, a postal code with its town. */
const UNBREAKABLE = new RegExp(UNBROKEN, 'g');
const NO_BREAK = '\u00a0';

type Weight = 400 | 700;

/** A part of a text in one font. */
interface Run {
  font: string;
  text: string;
}

const FOLDER = '@fontsource/public-sans/files';
const SUBSETS = ['latin', 'latin-ext'];

/** The site's typeface in each weight: a file for Latin and one for Latin extended. */
const FONTS = ([400, 700] as const).flatMap((weight) =>
  SUBSETS.map((subset) => {
    const path = createRequire(import.meta.url).resolve(
      `${FOLDER}/public-sans-${subset}-${weight}-normal.woff`,
    );
    const content = readFileSync(path);
    return { name: `${subset} ${weight}`, weight, content, font: create(content) as Font };
  }),
);

/**
 * Draws the slip that is shown at the pickup, with the code as text and as QR code (PICK-9). Tagged PDF
 * (PDF/UA-1, ISO 14289-1) with embedded fonts.
 */
export async function drawSlip(facts: SlipFacts): Promise<Uint8Array> {
  // A fixed date, so that the same slip has the same bytes.
  const made = new Date(0);
  const title = `Utlämningssedel ${facts.number}`;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    // Missing in the library's types.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: 'sv-SE',
    displayTitle: true,
    // No default font: viewers would have to supply it.
    font: null as never,
    info: {
      Title: title,
      Producer: 'Restvärde',
      Creator: 'Restvärde',
      CreationDate: made,
      ModDate: made,
    },
  });
  for (const { name, content } of FONTS) document.registerFont(name, content);
  const root = document.struct('Document');
  document.addStructure(root);
  let y = MARGIN;

  const widthOf = (text: string, weight: Weight, size: number) =>
    runsOf(text, weight).reduce(
      (sum, run) => sum + document.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    );

  /** Writes lines from `at` downwards. Returns the position after them. */
  function write(
    text: string,
    { at = y, x = MARGIN, width = WIDTH, size = TEXT, weight = 400 as Weight, colour = INK },
  ): number {
    const lines = breakLines(text, (line) => widthOf(line, weight, size) <= width);
    let top = at;
    for (const [index, line] of lines.slice(0, MAX_LINES).entries()) {
      let left = x;
      // The space between two lines, for readers of the text content.
      const isLast = index === lines.length - 1;
      for (const run of runsOf(isLast ? line : `${line} `, weight)) {
        document.font(run.font).fontSize(size).fillColor(colour);
        document.text(run.text, left, top, { lineBreak: false });
        left += document.widthOfString(run.text);
      }
      top += size * LEADING;
    }
    return top;
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
    y = write('Kod för utlämning', { size: HEADING, weight: 700 }) + TEXT;
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

/** Splits a text by font. A character in no font is replaced by its base letter, or «?». */
function runsOf(text: string, weight: Weight): Run[] {
  const fonts = FONTS.filter((one) => one.weight === weight);
  const fontOf = (sign: string) =>
    fonts.find(({ font }) => font.hasGlyphForCodePoint(sign.codePointAt(0)!));
  const runs: Run[] = [];
  for (const sign of text) {
    const shown = [sign, ...sign.normalize('NFD')].find((one) => fontOf(one)) ?? '?';
    const font = fontOf(shown)!.name;
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines = [''];
  const tidy = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const joined = tidy.replaceAll(UNBREAKABLE, (whole) => whole.replaceAll(' ', NO_BREAK));
  const words = joined.split(' ').map((word) => word.replaceAll(NO_BREAK, ' '));
  for (const word of words.flatMap((one) => one.match(/.{1,25}/gu) ?? [])) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
