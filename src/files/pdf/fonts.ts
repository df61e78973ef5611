import { readFileSync } from 'node:fs';

/** A part of Noto Sans with its metrics, in thousandths of the font size. */
export type Font = {
  readonly part: string;
  /** Length of the font before compression. */
  readonly bytes: number;
  readonly box: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** Glyph and width of each character, by code point. */
  readonly glyphs: Readonly<Record<string, readonly [number, number]>>;
};

const folder = new URL('./noto-sans/', import.meta.url);
let known: readonly Font[] | null = null;

/** Read with the first document, because most gateways never write one. */
export function readFonts(): readonly Font[] {
  known ??= JSON.parse(readFileSync(new URL('metrics.json', folder), 'utf8')) as Font[];
  return known;
}

/** The font, compressed with zlib. */
export const fontContent = ({ part }: Font): Buffer => readFileSync(new URL(`${part}.ttf.zlib`, folder));
