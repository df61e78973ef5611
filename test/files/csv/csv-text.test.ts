import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, withoutGuard } from '../../../src/files/csv/csv-text.ts';
import { anyText } from '../../support/any-text.ts';

const plain = { isForSpreadsheet: false };
const spreadsheet = { isForSpreadsheet: true };

describe('csvLine', () => {
  it('quotes only the cells for which RFC 4180 requires quotation marks', () => {
    expect(csvLine(['a', 'b c', 'd,e', 'f"g', 'h\ni', null, 7, true], plain)).toBe(
      'a,b c,"d,e","f""g","h\ni",,7,true\r\n',
    );
  });

  it.each([
    '=1+1',
    '+1 555',
    '-cmd',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '\u3000=1',
    '\ufeff=1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    ' -1',
    "'=1",
  ])('keeps %j, and disarms it for spreadsheets', (cell) => {
    expect(parse(csvLine([cell], plain))).toEqual([[cell]]);
    expect(parse(csvLine([cell], spreadsheet))).toEqual([[`'${cell}`]]);
  });

  it.each(['-12.50', '0', '9.03'])('leaves the amount %s a number for spreadsheets', (cell) => {
    expect(csvLine([cell], spreadsheet)).toBe(`${cell}\r\n`);
  });

  it('guards cells of spreadsheets so that they can be read back', () => {
    const texts = fc.stringMatching(/^['\s]{0,3}[=+\-@＝＋－＠a]?[\d.]{0,3}$/);
    fc.assert(
      fc.property(texts, (text) => {
        const [[cell]] = parse(csvLine([text, 'x'], spreadsheet)) as [[string]];
        expect(withoutGuard(cell)).toBe(text);
      }),
    );
  });

  it('is read exactly as it was written', () => {
    const cells = fc.array(anyText(), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(cells, (row) => {
        expect(parse(csvLine(row, plain))).toEqual([row]);
      }),
    );
  });
});
