import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { UNBROKEN } from '@restvarde/contract/fields';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { unpackWoff } from './woff.ts';

/** In points. The page is A4. */
export const [PAGE_WIDTH, PAGE_HEIGHT, PAGE_MARGIN] = [595.28, 841.89, 56];
const LEADING = 1.3;
export const INK = '#1a2424';
export const SOFT = '#5b6a68';

/** Keeps, for example, a postal code with its town. */
const UNBREAKABLE = new RegExp(UNBROKEN, 'g');
const NO_BREAK = '\u00a0';

export type Weight = 400 | 700;

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
    const content = unpackWoff(readFileSync(path));
    return { name: `${subset} ${weight}`, weight, content, font: create(content) as Font };
  }),
);

/** Opens a tagged PDF (PDF/UA-1, ISO 14289-1) in Swedish with embedded fonts. The same content has the same bytes. */
export function openDocument(title: string): PDFKit.PDFDocument {
  const made = new Date(0);
  const document = new PDFDocument({
    size: 'A4',
    margin: PAGE_MARGIN,
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
  return document;
}

/** Breaks a text into lines of at most `width` points. */
export function linesOf(
  document: PDFKit.PDFDocument,
  text: string,
  { width, weight, size }: { width: number; weight: Weight; size: number },
): string[] {
  const widthOf = (line: string) =>
    runsOf(line, weight).reduce(
      (sum, run) => sum + document.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    );
  return breakLines(text, (line) => widthOf(line) <= width);
}

/** Where and how lines are written. */
export interface Spot {
  x: number;
  y: number;
  size: number;
  weight: Weight;
  colour: string;
}

/** The height of a line, in points. */
export const lineHeight = (size: number): number => size * LEADING;

/** Writes lines downwards from a spot. Returns the position after them. */
export function writeLines(
  document: PDFKit.PDFDocument,
  lines: string[],
  { x, y, size, weight, colour }: Spot,
): number {
  let top = y;
  for (const [index, line] of lines.entries()) {
    let left = x;
    // The space between two lines, for readers of the text content.
    const isLast = index === lines.length - 1;
    for (const run of runsOf(isLast ? line : `${line} `, weight)) {
      document.font(run.font).fontSize(size).fillColor(colour);
      document.text(run.text, left, top, { lineBreak: false });
      left += document.widthOfString(run.text);
    }
    top += lineHeight(size);
  }
  return top;
}

/** Splits a text by font. A character in no font is replaced by its base letter, or «?». */
function runsOf(text: string, weight: Weight): Run[] {
  const fonts = FONTS.filter((one) => one.weight === weight);
  const fontOf = (character: string) =>
    fonts.find(({ font }) => font.hasGlyphForCodePoint(character.codePointAt(0)!));
  const runs: Run[] = [];
  for (const character of text) {
    const shown = [character, ...character.normalize('NFD')].find((one) => fontOf(one)) ?? '?';
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
  const parts = words.flatMap((word) => (fits(word) ? [word] : (word.match(/.{1,25}/gu) ?? [])));
  for (const word of parts) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
