import { type ContentRow, euCountry, inCents, inPercent, partOfYear, type ShopContent } from './shop-content.ts';
import { nationalFaults, numberFaults, type ShopFormat } from './shop-format.ts';
import { element, xmlDocument } from './xml.ts';

const common = (...[name, ...others]: Parameters<typeof element>) => element(`common:${name}`, ...others);
const money = (name: string, amount: string) => common(name, inCents(amount), { currency: 'EUR' });

function quarter(period: Parameters<typeof partOfYear>[0]): string[] {
  const { year, part } = partOfYear(period);
  return [common('Year', year), common('Quarter', String(part))];
}

function row({ kind, origin, rate, rateType, taxAmount, taxableAmount }: ContentRow, index: number): string {
  const from = origin?.number;
  return common(
    'OSSDeclarationRows',
    [
      common('SupplyType', kind),
      ...(from
        ? [common('FixedEstablishment', common('VATIdentificationNumber', from.digits, { issuedBy: from.prefix }))]
        : []),
      common('VatRateType', inPercent(rate), { type: rateType }),
      money('VatAmount', taxAmount),
      money('TaxableAmount', taxableAmount),
    ],
    { SequenceNumber: index + 1 },
  );
}

function write(content: ShopContent): string {
  const { number, supplies, corrections, isNil } = content;
  const memberStates = [...new Set([...supplies, ...corrections].map(({ memberState }) => memberState))].sort();
  const of = <Row extends { readonly memberState: string }>(rows: readonly Row[], memberState: string) =>
    rows.filter((one) => one.memberState === memberState);
  const declaration = element(
    'OSSDeclaration',
    [
      element('Trader_ID', common('VATNumber', number.digits, { issuedBy: number.prefix })),
      element('Period', quarter(content)),
      ...(isNil ? [element('IsNihil', '1')] : []),
      ...memberStates.map((memberState, index) =>
        element(
          'OSSDeclarationInfo',
          [
            common('MemberStateOfConsumption', euCountry(memberState)),
            ...of(supplies, memberState).map(row),
            ...of(corrections, memberState).map((one) =>
              common('CorrectionsInfo', [
                common('Period', quarter(one)),
                money('TotalVATAmountCorrection', one.taxAmount),
              ]),
            ),
          ],
          { SequenceNumber: index + 1 },
        ),
      ),
    ],
    { SequenceNumber: 1 },
  );
  const namespaces = {
    xmlns: 'http://www.minfin.fgov.be/OSSDeclaration',
    'xmlns:common': 'urn:minfin.fgov.be:oss:common',
  };
  return xmlDocument(element('OSSConsignment', declaration, { ...namespaces, OSSDeclarationNbr: 1 }));
}

/** Belgium, Union scheme. */
export const intervat: ShopFormat = {
  format: 'BE_INTERVAT',
  extension: 'xml',
  mediaType: 'application/xml',
  source:
    'OSSConsignment of the Belgian FPS Finance as written by the module l10n_eu_oss_reports of Odoo (copy at https://github.com/wilsonHarper/enterprise), read 2026-11-28',
  faultsOf: (content) => [...nationalFaults(content), ...numberFaults(content)],
  write,
};
