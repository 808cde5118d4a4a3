import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 56];
const INK = rgb(0.1, 0.14, 0.14);
const SOFT = rgb(0.38, 0.43, 0.42);
const LINE = rgb(0.82, 0.85, 0.84);
const ACCENT = rgb(0.04, 0.31, 0.42);
const TINT = rgb(0.94, 0.96, 0.965);

/** A table column: its share of the width, and whether it has figures. */
type Column = { title: string; share: number; figures?: boolean };

/** An A4 document written from top to bottom. Pages break automatically. */
export type Paper = {
  /** A heading. Starts a new page if less than `room` points are left below it. */
  heading: (text: string, room?: number) => void;
  paragraph: (text: string) => void;
  /** Pairs of name and value in two columns. */
  facts: (pairs: readonly (readonly [name: string, value: string])[]) => void;
  table: (
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    total?: string[],
  ) => void;
  /** One or two signature lines with names. */
  signatures: (names: readonly string[]) => void;
  finish: () => Promise<Uint8Array>;
};

/** Starts a document with its header. `reference` is printed in the corner of every page. */
export async function startPaper(head: {
  title: string;
  subtitle: string;
  issuer: string;
  reference: string;
  day: string;
}): Promise<Paper> {
  const document = await PDFDocument.create();
  document.setTitle(`${head.title} ${head.reference}`);
  document.setLanguage('sv-SE');
  document.setProducer('Restvärde');
  document.setCreator('Restvärde');
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const inner = WIDTH - 2 * MARGIN;
  let page: PDFPage = document.addPage([WIDTH, HEIGHT]);
  let y = HEIGHT - MARGIN;

  const write = (text: string, x: number, size: number, font = plain, colour = INK) =>
    page.drawText(text, { x, y, size, font, color: colour });
  const rule = (from: number, to: number, at: number, thickness = 0.6, colour = LINE) =>
    page.drawLine({ start: { x: from, y: at }, end: { x: to, y: at }, thickness, color: colour });
  const need = (height: number): void => {
    if (y - height > MARGIN + 30) return;
    page = document.addPage([WIDTH, HEIGHT]);
    y = HEIGHT - MARGIN;
  };

  page.drawRectangle({ x: 0, y: HEIGHT - 10, width: WIDTH, height: 10, color: ACCENT });
  y -= 12;
  write(head.issuer, MARGIN, 9.5, bold, ACCENT);
  writeRight(page, `Ärende ${head.reference}`, WIDTH - MARGIN, y, 9.5, plain);
  y -= 34;
  write(head.title, MARGIN, 24, bold);
  y -= 20;
  write(head.subtitle, MARGIN, 12, plain, SOFT);
  writeRight(page, head.day, WIDTH - MARGIN, y, 10.5, plain);
  y -= 14;
  rule(MARGIN, WIDTH - MARGIN, y, 1.4, ACCENT);
  y -= 6;

  return {
    heading(text, room = 70) {
      need(room);
      y -= 21;
      write(text, MARGIN, 12.5, bold, ACCENT);
      y -= 8;
    },
    paragraph(text) {
      for (const line of breakLines(text, plain, 10.5, inner)) {
        need(16);
        y -= 15;
        write(line, MARGIN, 10.5);
      }
      y -= 4;
    },
    facts(pairs) {
      const half = inner / 2;
      for (let i = 0; i < pairs.length; i += 2) {
        need(30);
        y -= 14;
        for (const [k, pair] of pairs.slice(i, i + 2).entries()) {
          write(pair[0], MARGIN + k * half, 8.5, plain, SOFT);
        }
        y -= 13;
        for (const [k, pair] of pairs.slice(i, i + 2).entries()) {
          write(pair[1], MARGIN + k * half, 10.5, bold);
        }
        rule(MARGIN, WIDTH - MARGIN, y - 6);
        y -= 3;
      }
      y -= 6;
    },
    table(columns, rows, total) {
      const lefts: number[] = [];
      let x = MARGIN;
      for (const column of columns) {
        lefts.push(x);
        x += column.share * inner;
      }
      const cells = (row: readonly string[], font: PDFFont, size: number) => {
        for (const [i, column] of columns.entries()) {
          const value = row[i] ?? '';
          const right = lefts[i]! + column.share * inner - 6;
          if (column.figures) writeRight(page, value, right, y, size, font);
          else write(value, lefts[i]! + 6, size, font);
        }
      };
      need(60);
      y -= 16;
      page.drawRectangle({ x: MARGIN, y: y - 6, width: inner, height: 19, color: TINT });
      cells(
        columns.map((column) => column.title),
        bold,
        9,
      );
      for (const row of rows) {
        need(20);
        y -= 17;
        cells(row, plain, 10);
        rule(MARGIN, WIDTH - MARGIN, y - 6);
      }
      if (total) {
        y -= 20;
        cells(total, bold, 10.5);
        rule(MARGIN, WIDTH - MARGIN, y - 7, 1.2, INK);
      }
      y -= 10;
    },
    signatures(names) {
      need(64);
      y -= 46;
      const half = inner / 2;
      for (const [i, name] of names.entries()) {
        const x = MARGIN + i * half;
        rule(x, x + half - 24, y, 0.8, INK);
        page.drawText(name, { x, y: y - 13, size: 9, font: plain, color: SOFT });
      }
      y -= 24;
    },
    finish() {
      const pages = document.getPages();
      for (const [i, one] of pages.entries()) {
        one.drawLine({
          start: { x: MARGIN, y: 44 },
          end: { x: WIDTH - MARGIN, y: 44 },
          thickness: 0.6,
          color: LINE,
        });
        const note = `${head.issuer} · ärende ${head.reference} · påhittat fordon för demonstration`;
        one.drawText(note, { x: MARGIN, y: 31, size: 8, font: plain, color: SOFT });
        writeRight(one, `Sida ${i + 1} av ${pages.length}`, WIDTH - MARGIN, 31, 8, plain);
      }
      return document.save();
    },
  };
}

function writeRight(
  page: PDFPage,
  text: string,
  right: number,
  y: number,
  size: number,
  font: PDFFont,
) {
  page.drawText(text, { x: right - font.widthOfTextAtSize(text, size), y, size, font, color: INK });
}

function breakLines(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, size) > width && line !== '') {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
