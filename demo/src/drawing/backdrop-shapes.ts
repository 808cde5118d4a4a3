import { hexOf, type Rgb } from './paint.ts';

/** Where the vehicle stands. */
export type Place = 'fence' | 'forest' | 'works' | 'harbour' | 'hall' | 'snow';

/** A rectangle as SVG; `more` are further attributes. */
export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" fill="${fill}" ${more}/>`;

/** A vertical gradient by that name. */
export const gradient = (id: string, stops: readonly (readonly [number, Rgb])[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(([at, c]) => `<stop offset="${at}" stop-color="${hexOf(c)}"/>`).join('')}</linearGradient>`;
