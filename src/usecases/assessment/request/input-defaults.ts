import type { TenantSettings } from '../../../domain/account/tenant.ts';
import { toDecimalText } from '../../../domain/base/amount.ts';
import { minorUnitOf } from '../../../domain/base/currency.ts';
import type { InputDefaults } from '../../../domain/transactions/submitted-input.ts';
import { isShareOfInvoice, pricedItem } from '../../../domain/transactions/transaction-amounts.ts';
import { digestsOf, type TransactionDigests } from '../../../domain/transactions/transaction-digest.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import { lineTotal } from '../../../tax/lines/line-amounts.ts';
import { fromUnits, zero } from '../../../tax/numbers/decimal.ts';
import type { AssessmentRequest } from './assessment-request.ts';

/** Defaults for omitted members of a document, from the seller's settings and the tax codes. */
export function inputDefaults(reference: ReferenceData, { defaultCurrency }: TenantSettings): InputDefaults {
  return {
    currency: defaultCurrency,
    isTangible: (taxCode) => reference.findTaxCode(taxCode)?.isTangible ?? true,
  };
}

/** The digests of a document, calculated from its submitted values and the defaults used in its calculation. */
export function digestTransaction({
  input,
  settings,
  reference,
}: Pick<AssessmentRequest, 'input' | 'settings' | 'reference'>): TransactionDigests {
  const defaults = inputDefaults(reference, settings);
  const minorUnit = minorUnitOf(input.currency ?? defaults.currency);
  const lineTotals = input.items.map((item) =>
    toDecimalText(isShareOfInvoice(item) ? zero : fromUnits(lineTotal(pricedItem(item), minorUnit), minorUnit)),
  );
  return digestsOf({ input, lineTotals, tangibleOf: defaults.isTangible });
}
