import { decimal } from '../../../../tax/numbers/decimal.ts';
import { type EnumerationValue, enumeration } from '../../../base/record.ts';
import { type ContentRow, euCountry, inCents, inPercent, type ShopContent } from './shop-content.ts';

export const shopFileFormat = enumeration('OneStopShopFileFormat', 'Format of the file of a one-stop-shop return.', {
  ES_MODELO_369: 'Spain: the file of form 369.',
  SE_OSS_001: 'Sweden: the text file that the portal reads.',
  BE_INTERVAT: 'Belgium: the XML that Intervat reads.',
  TABLE: 'The content required by the VAT directive as CSV, to be copied. Used where no national format is known.',
});

/** Writes the file of a return. */
export type ShopFormat = {
  readonly format: EnumerationValue<typeof shopFileFormat>;
  readonly extension: 'csv' | 'txt' | 'xml';
  readonly mediaType: string;
  readonly source: string;
  /** What the format cannot hold, and the fix. */
  faultsOf(content: ShopContent): readonly string[];
  write(content: ShopContent): string;
};

const described = ({ kind, memberState, rate }: ContentRow) =>
  `${kind === 'GOODS' ? 'goods' : 'services'} to ${euCountry(memberState)} at ${Number(inPercent(rate))} %`;

/**
 * National formats take no negative supplies: what reduces an earlier period is a correction. Nor can they take a third decimal of
 * a rate.
 */
export function nationalFaults({ supplies }: ShopContent): string[] {
  return supplies.flatMap((row) => {
    const isNegative = [row.taxableAmount, row.taxAmount].some((amount) => decimal(amount).isNegative());
    const isExact = decimal(inPercent(row.rate)).div(100).eq(decimal(row.rate));
    return [
      ...(isNegative
        ? [
            `The sales of ${described(row)} are negative (${inCents(row.taxableAmount)} EUR). Name the invoice of each refund in \`createdFrom\`: the refund then corrects the period of the sale.`,
          ]
        : []),
      ...(isExact ? [] : [`The file holds rates with two decimals of a percent, not ${row.rate}.`]),
    ];
  });
}

/** For formats that name another member state only by the VAT number there. */
export function numberFaults({ supplies }: ShopContent): string[] {
  const places = supplies.flatMap(({ origin }) =>
    origin && !origin.isEstablishment && origin.number === null ? [origin.country] : [],
  );
  return [...new Set(places)].map(
    (place) =>
      `The file names the goods dispatched from ${place} by your VAT number there: set number in the registration in ${place}.`,
  );
}
