import { brokenLines, type Font, fontContent, type Glyph, type Line } from './lines.ts';

/*
 * PDF 1.7 (ISO 32000-1) of text on US Letter paper, with embedded fonts and no compression of its own: the same
 * document always has the same bytes.
 */

type Block =
  | { readonly heading: string }
  | { readonly text: string }
  | { readonly label: string; readonly value: string };

export type PdfDocument = {
  readonly title: string;
  /** Printed at the bottom of each page, before the page number. */
  readonly footer: string;
  readonly createdAt: Date;
  readonly blocks: readonly Block[];
};

const page = { width: 612, height: 792, margin: 54 };
const sizes = { title: 16, heading: 11, text: 9.5, footer: 7.5 };
const labelWidth = 150;
const spacing = 1.4;

type Placed = { readonly line: Line; readonly x: number; readonly y: number; readonly size: number };

export function pdfOf(document: PdfDocument): Buffer {
  const pages = pagesOf(document);
  const used = new Map<Font, Map<number, Glyph>>();
  const file = new PdfFile();
  const [catalog, tree, info] = [file.reserve(), file.reserve(), file.reserve()];
  const contents = pages.map((placed) =>
    file.stream('', Buffer.from(placed.map((one) => drawn(one, used)).join('\n'))),
  );
  const fontNumbers = [...used].map(([font, glyphs]) => `/${nameOf(font)} ${addFont(file, font, glyphs)} 0 R`);
  const resources = `<</Font <<${fontNumbers.join(' ')}>>>>`;
  const kids = contents.map((content) =>
    file.add(
      `<</Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources ${resources} /Contents ${content} 0 R>>`,
    ),
  );
  file.set(tree, `<</Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`);
  file.set(catalog, `<</Type /Catalog /Pages ${tree} 0 R /Lang (en-US) /ViewerPreferences <</DisplayDocTitle true>>>>`);
  const created = `(D:${document.createdAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z)`;
  file.set(info, `<</Title ${textString(document.title)} /Producer (Tollgate) /CreationDate ${created}>>`);
  return file.finish(catalog, info);
}

function pagesOf({ title, footer, blocks }: PdfDocument): Placed[][] {
  const pages: Placed[][] = [[]];
  const { margin } = page;
  const top = page.height - margin;
  let y = top;
  const place = (rows: readonly Omit<Placed, 'y'>[], before: number) => {
    const size = Math.max(...rows.map((row) => row.size));
    y -= before + size * spacing;
    if (y < margin + sizes.footer * 2) {
      pages.push([]);
      y = top - size * spacing;
    }
    for (const row of rows) pages.at(-1)!.push({ ...row, y });
  };
  const write = (text: string, size: number, before: number) => {
    const lines = brokenLines(text, ((page.width - margin * 2) / size) * 1000);
    for (const [index, line] of lines.entries()) place([{ line, x: margin, size }], index === 0 ? before : 0);
  };
  write(title, sizes.title, 0);
  for (const block of blocks) {
    if ('heading' in block) write(block.heading, sizes.heading, 12);
    else if ('text' in block) write(block.text, sizes.text, 4);
    else {
      const size = sizes.text;
      const room = page.width - margin * 2 - labelWidth;
      const labels = brokenLines(block.label, ((labelWidth - 10) / size) * 1000);
      const values = brokenLines(block.value, (room / size) * 1000);
      for (let index = 0; index < Math.max(labels.length, values.length); index++) {
        const cells = [
          { line: labels[index] ?? [], x: margin, size },
          { line: values[index] ?? [], x: margin + labelWidth, size },
        ];
        place(cells, index === 0 ? 3 : 0);
      }
    }
  }
  return pages.map((placed, index) => {
    const [line] = brokenLines(`${footer} · Page ${index + 1} of ${pages.length}`, Infinity);
    return [...placed, { line: line!, x: margin, y: margin, size: sizes.footer }];
  });
}

type Run = { readonly font: Font; readonly lacking: string | null; glyphs: string };

/** The operators that draw a line. A character printed as its code point is copied as the character. */
function drawn({ line, x, y, size }: Placed, used: Map<Font, Map<number, Glyph>>): string {
  const runs: Run[] = [];
  for (const { glyphs, lacking } of line) {
    for (const [index, glyph] of glyphs.entries()) {
      const { font, id } = glyph;
      if (!used.has(font)) used.set(font, new Map());
      used.get(font)!.set(id, glyph);
      const last = runs.at(-1);
      const goesOn = last?.font === font && (lacking === null ? last.lacking === null : index > 0);
      if (goesOn) last.glyphs += hex(id);
      else runs.push({ font, lacking, glyphs: hex(id) });
    }
  }
  const shown = runs.map(({ font, lacking, glyphs }) => {
    const text = `/${nameOf(font)} ${size} Tf <${glyphs}> Tj`;
    return lacking === null ? text : `/Span <</ActualText ${textString(lacking)}>> BDC ${text} EMC`;
  });
  return shown.length === 0 ? '' : `BT 1 0 0 1 ${x} ${y.toFixed(2)} Tm ${shown.join(' ')} ET`;
}

/** The font by glyph number, with the text of each glyph for readers that copy or search. */
function addFont(file: PdfFile, font: Font, glyphs: ReadonlyMap<number, Glyph>): number {
  const name = `NotoSans-${font.part}`;
  const content = file.stream(`/Filter /FlateDecode /Length1 ${font.bytes} `, fontContent(font));
  const descriptor = file.add(
    `<</Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.capHeight} /StemV 80 /FontFile2 ${content} 0 R>>`,
  );
  const sorted = [...glyphs.values()].sort((one, other) => one.id - other.id);
  const widths = sorted.map(({ id, width }) => `${id} [${width}]`).join(' ');
  const descendant = file.add(
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /CIDToGIDMap /Identity /FontDescriptor ${descriptor} 0 R /W [${widths}]>>`,
  );
  const texts = file.stream('', Buffer.from(textsOf(sorted)));
  return file.add(
    `<</Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${texts} 0 R>>`,
  );
}

/** A section of a character map may have at most 100 entries. */
function textsOf(glyphs: readonly Glyph[]): string {
  const sections: string[] = [];
  for (let at = 0; at < glyphs.length; at += 100) {
    const entries = glyphs.slice(at, at + 100).map(({ id, text }) => `<${hex(id)}> <${utf16(text)}>`);
    sections.push(`${entries.length} beginbfchar\n${entries.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Texts def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${sections.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

const nameOf = ({ part }: Font) => part.replace('-', '');
const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
const utf16 = (text: string) => Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');
const textString = (text: string) => `<FEFF${utf16(text)}>`;

class PdfFile {
  readonly #objects: Buffer[] = [];

  /** A number for an object that is set later. */
  reserve(): number {
    return this.#objects.push(Buffer.alloc(0));
  }

  set(number: number, content: string | Buffer): void {
    this.#objects[number - 1] = Buffer.from(content);
  }

  add(content: string | Buffer): number {
    const number = this.reserve();
    this.set(number, content);
    return number;
  }

  stream(entries: string, content: Buffer): number {
    const head = Buffer.from(`<<${entries}/Length ${content.length}>> stream\n`);
    return this.add(Buffer.concat([head, content, Buffer.from('\nendstream')]));
  }

  finish(root: number, info: number): Buffer {
    // The second line marks the file as binary (7.5.2).
    const pieces = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    let length = pieces[0]!.length;
    const rows = ['0000000000 65535 f '];
    for (const [index, object] of this.#objects.entries()) {
      const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
      rows.push(`${String(length).padStart(10, '0')} 00000 n `);
      pieces.push(piece);
      length += piece.length;
    }
    const trailer = `<</Size ${rows.length} /Root ${root} 0 R /Info ${info} 0 R>>`;
    pieces.push(
      Buffer.from(`xref\n0 ${rows.length}\n${rows.join('\n')}\ntrailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`),
    );
    return Buffer.concat(pieces);
  }
}
