/**
 * The text of a PDF that is not compressed, as its fonts map their glyphs to characters: one line for each line drawn,
 * with code points as they are printed.
 */
export function pdfText(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const objects = new Map(
    [...text.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)].map(([, number, body]) => [number, body!]),
  );
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name, number] of text.matchAll(/\/(\w+) (\d+) 0 R(?=[^<>]*>>>>)/g)) {
    const [, texts] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number!)!)!;
    const pairs = [...objects.get(texts!)!.matchAll(/^<(\w{4})> <(\w+)>$/gm)];
    fonts.set(name!, new Map(pairs.map(([, glyph, code]) => [glyph!, utf16(code!)])));
  }
  const lines = [...text.matchAll(/^BT (.*) ET$/gm)].map(([, drawn]) =>
    [...drawn!.matchAll(/\/(\w+) [\d.]+ Tf <(\w+)> Tj/g)]
      .map(([, font, glyphs]) =>
        glyphs!
          .match(/.{4}/g)!
          .map((glyph) => fonts.get(font!)!.get(glyph))
          .join(''),
      )
      .join(''),
  );
  return lines.join('\n');
}

/** The characters that readers copy in place of the printed code points. */
export const copiedTexts = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/ActualText <FEFF(\w+)>/g)].map(([, code]) => utf16(code!));

const utf16 = (code: string) => Buffer.from(code, 'hex').swap16().toString('utf16le');
