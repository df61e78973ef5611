import { readFileSync } from 'node:fs';

export type Glyph = { readonly font: Font; readonly id: number; readonly width: number; readonly text: string };

/** A character, or its code point in brackets if the fonts lack it. */
type Mark = { readonly glyphs: readonly Glyph[]; readonly width: number; readonly lacking: string | null };
export type Line = readonly Mark[];

/**
 * Breaks text into lines no wider than `width`, in thousandths of the font size. A character that has no glyph, such as
 * a Chinese one, or that changes the text direction is printed as its code point, such as `[U+674E]`, because a
 * certificate must not lose part of a name.
 */
export function brokenLines(text: string, width: number): Line[] {
  const lines: Mark[][] = [[]];
  let used = 0;
  for (const word of text.normalize('NFC').trim().split(/\s+/)) {
    const marks = [...word].map(markOf);
    const length = widthOf(marks);
    if (used > 0 && used + space().width + length <= width) {
      lines.at(-1)!.push(space());
      used += space().width;
    } else if (used > 0) {
      lines.push([]);
      used = 0;
    }
    for (const mark of marks) {
      if (used > 0 && used + mark.width > width) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)!.push(mark);
      used += mark.width;
    }
  }
  return lines;
}

/** Whether the fonts have all characters of the text. */
export const isDrawn = (text: string) => brokenLines(text, Infinity).every((line) => line.every((one) => !one.lacking));

const space = () => markOf(' ');
const widthOf = (parts: readonly { readonly width: number }[]) => parts.reduce((sum, { width }) => sum + width, 0);

function markOf(character: string): Mark {
  const glyph = glyphOf(character);
  if (glyph) return { glyphs: [glyph], width: glyph.width, lacking: null };
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const glyphs = [...`[U+${code}]`].map((one) => glyphOf(one)!);
  return { glyphs, width: widthOf(glyphs), lacking: character };
}

function glyphOf(text: string): Glyph | null {
  for (const font of readFonts()) {
    const found = font.glyphs[text.codePointAt(0)!];
    if (found) return { font, id: found[0], width: found[1], text };
  }
  return null;
}

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
function readFonts(): readonly Font[] {
  known ??= JSON.parse(readFileSync(new URL('metrics.json', folder), 'utf8')) as Font[];
  return known;
}

/** The font, compressed with zlib. */
export const fontContent = ({ part }: Font): Buffer => readFileSync(new URL(`${part}.ttf.zlib`, folder));
