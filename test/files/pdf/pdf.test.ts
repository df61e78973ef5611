import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type PdfDocument, pdfOf } from '../../../src/files/pdf/pdf.ts';
import { copiedTexts, pdfText } from '../../support/pdf-text.ts';

const aDocument = (changes: Partial<PdfDocument> = {}) =>
  pdfOf({ title: 'Title', footer: 'Footer', createdAt: new Date('2026-07-01T12:00:00Z'), blocks: [], ...changes });

it('draws letters with accents, Greek and Cyrillic, and other characters as code points that are copied as themselves', () => {
  const file = aDocument({ blocks: [{ label: 'Name', value: 'Zoë Łukasz Nguyễn Ελένη Юлия 李 \u202Eevil 🙂' }] });
  expect(pdfText(file)).toContain('Zoë Łukasz Nguyễn Ελένη Юлия [U+674E] [U+202E]evil [U+1F642]');
  expect(copiedTexts(file)).toEqual(['李', '\u202E', '🙂']);
});

it('has the same bytes for the same document, with objects where its table says', () => {
  const file = aDocument({ blocks: [{ heading: 'Heading' }, { text: 'Œuvre' }] });
  expect(aDocument({ blocks: [{ heading: 'Heading' }, { text: 'Œuvre' }] })).toEqual(file);
  const text = file.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  expect(text.slice(table)).toMatch(/^xref\n/);
  const starts = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, start]) => Number(start));
  for (const [index, start] of starts.entries()) expect(text.slice(start)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  for (const [all, length] of text.matchAll(/\/Length (\d+)>> stream\n/g)) {
    expect(text.slice(text.indexOf(all) + all.length + Number(length))).toMatch(/^\nendstream\nendobj\n/);
  }
});

it('embeds whole fonts', () => {
  const file = aDocument();
  const text = file.toString('latin1');
  const [head, unpacked, packed] = /\/FlateDecode \/Length1 (\d+) \/Length (\d+)>> stream\n/.exec(text)!;
  const start = text.indexOf(head) + head.length;
  const font = inflateSync(file.subarray(start, start + Number(packed)));
  expect([font.length, font.readUInt32BE(0)]).toEqual([Number(unpacked), 0x00010000]);
});

it('breaks lines within the margins, long words too, and continues on further pages', () => {
  const words = 'word '.repeat(2000);
  const file = aDocument({ blocks: [{ text: words }, { label: 'Long', value: 'x'.repeat(256) }] });
  const lines = pdfText(file).split('\n');
  expect(lines.join(' ').match(/word/g)).toHaveLength(2000);
  expect(lines.join('').match(/x+/g)!.join('')).toHaveLength(256);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(130);
  expect(lines.filter((line) => line.startsWith('Footer · Page'))).toEqual(
    [1, 2, 3].map((page) => `Footer · Page ${page} of 3`),
  );
  for (const [, y] of file.toString('latin1').matchAll(/^BT 1 0 0 1 \d+ ([\d.]+) Tm/gm)) {
    expect(Number(y)).toBeGreaterThanOrEqual(54);
    expect(Number(y)).toBeLessThan(792 - 54);
  }
});
