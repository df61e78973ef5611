import { expect, it } from 'vitest';
import { addressLines } from '../../../src/web/console/format/address.ts';

it.each([
  [
    { country: 'US', street: '901 Bagby St', city: 'Houston', state: 'TX', zip: '77002' },
    '901 Bagby St|Houston, TX 77002',
  ],
  [{ country: null, city: 'Houston', zip: '77002' }, 'Houston, 77002'],
  [{ country: 'DE', street: 'Marienplatz 8', city: 'München', zip: '80331' }, 'Marienplatz 8|80331 München'],
  [{ country: 'DE', city: 'München', region: 'BY' }, 'München|BY'],
  [{ country: 'GB', street: '1 Elm Rd', city: 'Leeds', zip: 'LS1 1AA' }, '1 Elm Rd|Leeds|LS1 1AA'],
  [{ country: 'CA', street: '5 Rue A', city: 'Montréal', region: 'QC', zip: 'H2X 1Y4' }, '5 Rue A|Montréal QC H2X 1Y4'],
  [{ country: 'IT', city: 'Milano', zip: '20121', state: 'MI' }, '20121 Milano MI'],
  [{ country: 'BR', city: 'São Paulo', state: 'SP', zip: '01310-100' }, 'São Paulo-SP|01310-100'],
  [{ country: 'HU', street: 'Fő utca 1', city: 'Budapest', zip: '1011' }, 'Budapest|Fő utca 1|1011'],
  [{ country: 'HK', street: '1 Pier Rd', city: 'Central', zip: '999' }, '1 Pier Rd|Central|999'],
  [{ country: 'FR' }, ''],
])('%j is written as %s', (address, lines) => {
  expect(addressLines(address).join('|')).toBe(lines);
});
