import type { CustomerType } from '../../tax/model/assessment.ts';
import type { JurisdictionLevel } from '../../tax/model/place.ts';
import type { DecimalText } from '../base/amount.ts';
import { reportingDay } from '../transactions/signed-amount.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { TransactionType } from '../transactions/transaction-enums.ts';
import type { Figures } from './added-figures.ts';

/**
 * Each line counts once, regardless of the number of jurisdictions. The taxable amount is the largest amount taxed by
 * any of them.
 */
export type LineTotals = Figures & {
  /**
   * State fees, which the buyer pays in addition to lines and tax. They are included in the first entry, but are not
   * sales under that entry's tax code.
   */
  readonly feeAmount: DecimalText;
};

export type JurisdictionTotals = Figures & {
  readonly jurisdictionId: string;
  readonly level: JurisdictionLevel;
  readonly name: string;
};

/**
 * The amounts that a document adds to liability and nexus in one place. Amounts are positive for refunds too, as in the
 * document.
 */
export type ReportedTotals = {
  readonly taxDate: string;
  /** The tax date or, for a late document, the first day of its reporting period. */
  readonly reportedOn: string;
  readonly country: string;
  /** Empty for a whole country. */
  readonly state: string;
  readonly transactionType: TransactionType;
  readonly currency: string;
  /**
   * `MARKETPLACE` if a marketplace collects the tax on all lines of the entry, regardless of the customer type. A
   * reseller remains one if the reasons of all lines name the marketplace.
   */
  readonly customerType: CustomerType;
  /** Empty without a subsidiary. */
  readonly subsidiary: string;
  readonly lines: readonly LineTotals[];
  readonly jurisdictions: readonly JurisdictionTotals[];
};

/** The fields of an entry other than its figures. */
export function totalsHead(
  place: Pick<ReportedTotals, 'country' | 'state' | 'customerType'>,
  transaction: Transaction,
) {
  const { transactionType, taxDate, subsidiary, currency } = transaction;
  const { country, state, customerType } = place;
  return {
    taxDate,
    reportedOn: reportingDay(transaction),
    country,
    state,
    transactionType,
    currency,
    customerType,
    subsidiary: subsidiary ?? '',
  };
}
