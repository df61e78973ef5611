import { sumOfTexts } from '../../../base/amount.ts';
import {
  type ContentRow,
  euCountry,
  inCents,
  inPercent,
  partOfYear,
  type ShopContent,
  wholeNumber,
} from './shop-content.ts';
import { nationalFaults, type ShopFormat } from './shop-format.ts';
import { element, xmlDocument } from './xml.ts';

/** The Slovak portal finds elements by this prefix, whatever its namespace. */
const vun = (...[name, ...others]: Parameters<typeof element>) => element(`vun:${name}`, ...others);
const money = (name: string, amount: string) => vun(name, inCents(amount), { currency: 'EUR' });

function quarter(period: Parameters<typeof partOfYear>[0]): string {
  const { year, part } = partOfYear(period);
  return vun('Period', [vun('Year', year), vun('Quarter', String(part))]);
}

function detail({ kind, memberState, rate, rateType, taxableAmount, taxAmount }: ContentRow): string[] {
  return [
    vun('SupplyType', kind),
    vun('MSCONCountrycode', euCountry(memberState)),
    vun('VATRate', inPercent(rate), { type: rateType }),
    money('TaxableAmount', taxableAmount),
    money('VATAmount', taxAmount),
  ];
}

function supply(row: ContentRow): string {
  const { origin } = row;
  if (origin === null) return vun('MSIDSupplies', detail(row));
  const country = euCountry(origin.country);
  const identified = origin.number
    ? vun('EUTraderID', vun('VATIdentificationNumber', origin.number.digits, { issuedBy: country }))
    : vun('CountryCode', country);
  return vun('MSESTSupplies', [identified, vun('VATReturnDetails', detail(row))]);
}

function write(content: ShopContent): string {
  const { filedIn, number, supplies, corrections, balances, isNil, taxAmount } = content;
  const country = euCountry(filedIn);
  const inOrder = [...supplies].sort((one, other) => Number(one.origin !== null) - Number(other.origin !== null));
  const totalOf = (rows: readonly ContentRow[]) => sumOfTexts(rows.map((row) => row.taxAmount));
  const totals = (['MSID', 'MSEST'] as const).flatMap((place) =>
    (['SERVICES', 'GOODS'] as const).map((kind) => {
      const rows = supplies.filter((row) => row.kind === kind && (row.origin === null) === (place === 'MSID'));
      return money(`GrandTotal${place}${kind === 'GOODS' ? 'Goods' : 'Services'}`, totalOf(rows));
    }),
  );
  const parts = [
    // Slovakia requires the prefix. Elsewhere, the number with its prefix may be longer than the schema allows.
    vun('TraderID', vun('VATNumber', filedIn === 'SK' ? wholeNumber(number) : number.digits, { issuedBy: country })),
    quarter(content),
    vun('NilVatReturn', isNil ? '1' : '0'),
    ...(supplies.length === 0 ? [] : [vun('Supplies', inOrder.map(supply))]),
    ...listOf('Corrections', corrections, ({ memberState, taxAmount: change, ...period }) =>
      vun('Correction', [
        quarter(period),
        vun('MSCONCountryCode', euCountry(memberState)),
        money('TotalVATAmountCorrection', change),
      ]),
    ),
    ...totals,
    money('GrandTotal', totalOf(supplies)),
    ...listOf('Balances', balances, ({ memberState, taxAmount: balance }) =>
      vun('Balance', [vun('MSCONCountryCode', euCountry(memberState)), money('BalanceOfVATDue', balance)]),
    ),
    money('TotalVATAmountDue', taxAmount),
  ];
  const namespace = { 'xmlns:vun': 'urn:ec.europa.eu:taxud:frsr:vatunion:v1.0' };
  return xmlDocument(vun('OSSVATReturnMSCON', parts, namespace));
}

function listOf<Row>(name: string, rows: readonly Row[], elementOf: (row: Row) => string): string[] {
  return rows.length === 0 ? [] : [vun(name, rows.map(elementOf))];
}

/** The Union’s common schema of the Union scheme, which is also the national format of Slovakia. */
export const unionSchema: ShopFormat = {
  format: 'EU_OSS_VAT_RETURN',
  extension: 'xml',
  mediaType: 'application/xml',
  source:
    'OSSVATReturnMSCON (urn:ec.europa.eu:taxud:frsr:vatunion:v1.0), schema dposs_eu01.xsd of the Financial Administration of the Slovak Republic (copy at https://github.com/Data-Dance/cssk-public/tree/ead74d010b258f49b4e0924b803c22b5fba97e07/l10n_sk_oss/data), read 2026-11-29',
  faultsOf: nationalFaults,
  write,
};
