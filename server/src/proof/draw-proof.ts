import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { AUCTION_FIELDS, type FieldSpec } from '@restvarde/contract/auctions/fields';
import { formatKronor } from '@restvarde/contract/money';
import { kindOf, loadEmail } from '../email/emails.ts';
import {
  INK,
  lineHeight,
  linesOf,
  openDocument,
  PAGE_HEIGHT,
  PAGE_MARGIN,
  PAGE_WIDTH,
  SOFT,
  writeLines,
} from '../pdf/tagged-pdf.ts';
import type { Proof } from './make-proof.ts';
import { describeEvent, toSecond } from './proof-words.ts';

/** In points. */
const WIDTH = PAGE_WIDTH - 2 * PAGE_MARGIN;
const BOTTOM = PAGE_HEIGHT - PAGE_MARGIN;
const [TITLE, HEADING, TEXT] = [22, 14, 9.5];
/** Leaves room for a hash on one line. */
const LABEL_WIDTH = 118;
/** Rows drawn at a time: drawing one takes 2 ms. */
const ROWS_AT_ONCE = 10;
/** The picture fits into this width and height. */
const PICTURE: [number, number] = [240, 180];

type Row = readonly [label: string, value: string];

/**
 * Draws a proof to read and to file: the object with its main picture, the terms, the timeline, files with hashes, and
 * how to verify it (PROOF-8). Tagged PDF with embedded fonts. `cover` is a JPEG. Lets other work run between rows: an
 * auction may have thousands of bids.
 */
export async function drawProof(proof: Proof, cover: Buffer | null): Promise<Uint8Array> {
  // biome-ignore lint/suspicious/noExplicitAny: the auction's columns.
  const auction = proof.auction as Record<string, any>;
  const title = `Underlag för auktion ${auction.number}`;
  const document = openDocument(title);
  const root = document.struct('Document');
  document.addStructure(root);
  let y = PAGE_MARGIN;

  function makeRoom(height: number): void {
    if (y + height <= BOTTOM) return;
    document.addPage();
    y = PAGE_MARGIN;
  }

  function paragraph(kind: 'H1' | 'H2' | 'P', text: string): void {
    const size = kind === 'H1' ? TITLE : kind === 'H2' ? HEADING : TEXT;
    const weight = kind === 'P' ? 400 : 700;
    const lines = linesOf(document, text, { width: WIDTH, weight, size });
    if (kind === 'H2') y += HEADING;
    makeRoom(lines.length * lineHeight(size) + (kind === 'H2' ? 3 * lineHeight(TEXT) : 0));
    root.add(
      document.struct(kind, {}, () => {
        y = writeLines(document, lines, { x: PAGE_MARGIN, y, size, weight, colour: INK });
      }),
    );
    y += TEXT / 2;
  }

  /** Nothing without rows. */
  async function section(heading: string, rows: Row[]): Promise<void> {
    if (rows.length === 0) return;
    paragraph('H2', heading);
    await list(rows);
  }

  async function list(rows: Row[]): Promise<void> {
    const items = document.struct('L');
    root.add(items);
    for (const [row, [label, value]] of rows.entries()) {
      if (row > 0 && row % ROWS_AT_ONCE === 0) await setImmediate();
      const width = WIDTH - LABEL_WIDTH;
      const lines = linesOf(document, value, { width, weight: 400, size: TEXT });
      makeRoom(Math.min(lines.length, 40) * lineHeight(TEXT));
      const item = document.struct('LI');
      items.add(item);
      const spot = { y, size: TEXT, weight: 400 as const };
      item.add(
        document.struct('Lbl', {}, () => {
          writeLines(document, [label], { ...spot, x: PAGE_MARGIN, colour: SOFT });
        }),
      );
      item.add(
        document.struct('LBody', {}, () => {
          // A description may be longer than a page.
          for (const [index, line] of lines.entries()) {
            makeRoom(lineHeight(TEXT));
            const isLast = index === lines.length - 1;
            const x = PAGE_MARGIN + LABEL_WIDTH;
            y = writeLines(document, [isLast ? line : `${line} `], { ...spot, x, y, colour: INK });
          }
        }),
      );
      item.end();
      y += TEXT / 4;
    }
    items.end();
  }

  paragraph('H1', title);
  paragraph(
    'P',
    `${auction.company.name}. Underlaget gjordes ${toSecond(proof.made_at)}, svensk tid.`,
  );
  if (cover !== null) {
    const alt = `Huvudbild av ${auction.manufacturer} ${auction.model}`;
    root.add(
      document.struct('Figure', { alt }, () => {
        document.image(cover, PAGE_MARGIN, y, { fit: PICTURE });
      }),
    );
    y += PICTURE[1] + TEXT;
  }
  await section('Objektet och villkoren', factsOf(auction));
  await section(
    'Vad som hände',
    proof.events.map((event) => [toSecond(event.at), describeEvent(event, proof)] as const),
  );
  await section('Bilder och dokument', [
    ...proof.auction.images.map(({ id, sha256 }) => [`Bild ${id}`, sha256 ?? 'Borttagen'] as const),
    ...proof.auction.files.map(
      ({ id, name, sha256 }) => [`Dokument ${id}`, `${name}: ${sha256 ?? 'Borttaget'}`] as const,
    ),
  ]);
  await section('Skickade mejl', await Promise.all(proof.letters.map(describeLetter)));
  paragraph('H2', 'Kontroll');
  paragraph(
    'P',
    'Hämta samma underlag som JSON och kontrollera det med verify-proof.mjs, som finns på webbplatsen: node verify-proof.mjs underlag.json --keys keys.json --anchor KONTROLLSUMMA. Nycklarna finns på /.well-known/restvarde-proof-keys. Kontrollsumman stod i mejlet när auktionen avslutades.',
  );
  await list([
    ['Kontrollsumma', proof.ended_hash],
    ['Senaste händelse', proof.head],
    ['Nyckel', proof.key_id],
  ]);
  root.end();
  document.end();
  return buffer(document);
}

/** A row about an email, with the name of its kind, or the kind itself if this release has no such email. */
async function describeLetter({ at, kind, name }: Proof['letters'][number]): Promise<Row> {
  const email = await loadEmail(kindOf({ kind }));
  return [toSecond(at), `${email?.name ?? kind}, till ${name}`];
}

// biome-ignore lint/suspicious/noExplicitAny: the auction's columns.
function factsOf(auction: Record<string, any>): Row[] {
  return Object.entries<FieldSpec>(AUCTION_FIELDS).flatMap(([name, spec]): Row[] => {
    const { label: ownLabel, history: label = ownLabel } = spec;
    const value = name === 'category_ids' ? auction.categories.join(', ') : auction[name];
    if (label === null || value === null || value === undefined || value === '') return [];
    const text = factText(value, spec);
    return text === null ? [] : [[label, text]];
  });
}

/** Null for the condition, which the PDF does not have. */
// biome-ignore lint/suspicious/noExplicitAny: a column's value.
function factText(value: any, { kind, words }: FieldSpec): string | null {
  if (words) return words[String(value)] ?? String(value);
  switch (kind) {
    case 'kronor':
      return `${formatKronor(value)} exkl. moms`;
    case 'mil':
      return `${value.toLocaleString('sv-SE')} mil`;
    case 'time':
      return toSecond(value);
    case 'flag':
      return value ? 'Ja' : 'Nej';
    case 'condition':
      return null;
    case 'text':
    case 'year':
    case 'choice':
    case 'categories':
    case 'place':
      return String(value);
  }
}
