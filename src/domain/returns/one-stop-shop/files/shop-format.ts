import { decimal } from '../../../../tax/numbers/decimal.ts';
import { type EnumerationValue, enumeration } from '../../../base/record.ts';
import { type ContentRow, euCountry, inCents, inPercent, type ShopContent } from './shop-content.ts';

export const shopFileFormat = enumeration('OneStopShopFileFormat', 'File format of a one-stop-shop return.', {
  ES_MODELO_369: 'Spain: the file for form 369.',
  SE_OSS_001: 'Sweden: the text file for the portal.',
  BE_INTERVAT: 'Belgium: the XML file for Intervat.',
  CZ_OSSEI1: 'Czechia: the XML file for form OSSEI1.',
  EU_OSS_VAT_RETURN:
    'The XML schema of the EU for the Union scheme, as published by Slovakia. Used in Slovakia, and in member states whose national format is unknown.',
  TABLE:
    'A CSV file with the content required by the VAT directive, for manual entry. Used for the non-Union and import schemes.',
});

export type ShopFormat = {
  readonly format: EnumerationValue<typeof shopFileFormat>;
  readonly extension: 'csv' | 'txt' | 'xml';
  readonly mediaType: string;
  readonly source: string;
  /** Content that the format does not support, with the fix. */
  faultsOf(content: ShopContent): readonly string[];
  write(content: ShopContent): string;
};

const described = ({ kind, memberState, rate }: ContentRow) =>
  `${kind === 'GOODS' ? 'goods' : 'services'} to ${euCountry(memberState)} at ${Number(inPercent(rate))} %`;

/**
 * National formats accept no negative supplies: a reduction in an earlier period's figures is a correction. They accept
 * rates with at most two decimal places, in percent.
 */
export function nationalFaults({ supplies }: ShopContent): string[] {
  return supplies.flatMap((row) => {
    const isNegative = [row.taxableAmount, row.taxAmount].some((amount) => decimal(amount).isNegative());
    const isExact = decimal(inPercent(row.rate)).div(100).eq(decimal(row.rate));
    return [
      ...(isNegative
        ? [
            `The sales of ${described(row)} are negative (${inCents(row.taxableAmount)} EUR). Set \`createdFrom\` of each refund to its invoice, so that the refund corrects the period of the sale.`,
          ]
        : []),
      ...(isExact ? [] : [`The file supports rates with at most two decimal places in percent, not ${row.rate}.`]),
    ];
  });
}

/** Applies to formats that identify another member state only by the VAT number in that state. */
export function numberFaults({ supplies }: ShopContent): string[] {
  const places = supplies.flatMap(({ origin }) =>
    origin && !origin.isEstablishment && origin.number === null ? [origin.country] : [],
  );
  return [...new Set(places)].map(
    (place) =>
      `The file identifies goods dispatched from ${place} by your VAT number there. Set the number of the registration in ${place}.`,
  );
}
