// Writes the font of PDF documents to src/files/pdf/noto-sans, from the package named in that folder's package.json. To
// upgrade, change version and integrity there (`npm view @fontsource/noto-sans@VERSION dist.integrity`) and run this
// file. It writes each part of the font as a compressed stream that is copied into documents, so documents do not depend
// on the compression of a Node version, and all metrics as one JSON file.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { withPackage } from './vendored-package.mjs';

const folder = 'src/files/pdf/noto-sans';
/**
 * Left-to-right scripts whose letters are drawn separately, without joining or reordering. The first part that contains
 * a character is used.
 */
const parts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'];
/** The tables that a PDF reader needs (ISO 32000-1, 9.9). */
const kept = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

withPackage(folder, (unpacked) => {
  copyFileSync(join(unpacked, 'LICENSE'), join(folder, 'LICENSE'));
  const metrics = parts.map((part) => {
    const tables = tablesOf(readFileSync(join(unpacked, `files/noto-sans-${part}-400-normal.woff`)));
    const font = fontOf(tables);
    writeFileSync(join(folder, `${part}.ttf.zlib`), deflateSync(font, { level: 9 }));
    return { part, bytes: font.length, ...metricsOf(tables) };
  });
  writeFileSync(join(folder, 'metrics.json'), `${JSON.stringify(metrics)}\n`);
});

/** The tables of a WOFF 1.0 file, by tag. */
function tablesOf(woff) {
  const tables = new Map();
  for (let index = 0; index < woff.readUInt16BE(12); index++) {
    const at = 44 + index * 20;
    const [start, packed, length, checksum] = [4, 8, 12, 16].map((offset) => woff.readUInt32BE(at + offset));
    const stored = woff.subarray(start, start + packed);
    const tag = woff.toString('latin1', at, at + 4);
    tables.set(tag, { data: packed < length ? inflateSync(stored) : stored, checksum });
  }
  return tables;
}

/** A TrueType file with the kept tables. */
function fontOf(tables) {
  const tags = kept.filter((tag) => tables.has(tag));
  const power = 2 ** Math.floor(Math.log2(tags.length));
  const head = Buffer.alloc(12 + tags.length * 16);
  head.writeUInt32BE(0x00010000, 0);
  const numbers = [tags.length, power * 16, Math.log2(power), (tags.length - power) * 16];
  for (const [index, number] of numbers.entries()) head.writeUInt16BE(number, 4 + index * 2);
  const pieces = [head];
  let start = head.length;
  for (const [index, tag] of tags.entries()) {
    const { data, checksum } = tables.get(tag);
    head.write(tag, 12 + index * 16, 'latin1');
    head.writeUInt32BE(checksum, 16 + index * 16);
    head.writeUInt32BE(start, 20 + index * 16);
    head.writeUInt32BE(data.length, 24 + index * 16);
    pieces.push(data, Buffer.alloc(-data.length & 3));
    start += data.length + (-data.length & 3);
  }
  return Buffer.concat(pieces);
}

/** Metrics in thousandths of the font size; `glyphs` maps each character code to its glyph and width. */
function metricsOf(tables) {
  const [head, hhea, hmtx, cmap, os2] = ['head', 'hhea', 'hmtx', 'cmap', 'OS/2'].map((tag) => tables.get(tag).data);
  const unit = 1000 / head.readUInt16BE(18);
  const scaled = (number) => Math.round(number * unit);
  const widths = hhea.readUInt16BE(34);
  const widthOf = (glyph) => scaled(hmtx.readUInt16BE(Math.min(glyph, widths - 1) * 4));
  const drawn = [...charactersOf(cmap)].filter(([code]) =>
    /^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(String.fromCodePoint(code)),
  );
  return {
    box: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))),
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    capHeight: scaled(os2.readInt16BE(88)),
    glyphs: Object.fromEntries(drawn.map(([code, glyph]) => [code, [glyph, widthOf(glyph)]])),
  };
}

/** The characters of the Basic Multilingual Plane with their glyphs, from the table in format 4. */
function* charactersOf(cmap) {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8));
  const table = cmap.subarray(offsets.find((offset) => cmap.readUInt16BE(offset) === 4));
  const half = table.readUInt16BE(6);
  for (let at = 0; at < half; at += 2) {
    const [end, start] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + half + at)];
    const [delta, offset] = [table.readUInt16BE(16 + half * 2 + at), table.readUInt16BE(16 + half * 3 + at)];
    for (let code = start; code <= end && code < 0xffff; code++) {
      const listed = offset === 0 ? code : table.readUInt16BE(16 + half * 3 + at + offset + (code - start) * 2);
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph > 0) yield [code, glyph];
    }
  }
}
