import type { AssessedLine, Assessment, TaxCollector } from '../../tax/model/assessment.ts';
import { allocate } from '../../tax/numbers/allocation.ts';
import { decimal, decimalText, fromUnits, sum, toUnits, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, sumOfTexts, toDecimalText } from '../base/amount.ts';
import { type Issue, invalidInput } from '../base/errors.ts';
import type { Transaction } from './transaction.ts';
import type { ItemInput, TransactionInput } from './transaction-input.ts';

/**
 * The tax that a marketplace collected on each line; undefined for lines that the marketplace does not tax, or if no
 * tax was specified.
 */
export type CollectedTaxes = {
  readonly items: readonly (DecimalText | undefined)[];
  readonly shippingFee: DecimalText | undefined;
};

type Line = {
  readonly path: Issue['path'];
  readonly sent: DecimalText | null;
  /** The price after discounts, in minor units. */
  readonly price: bigint;
  readonly isOfMarketplace: boolean;
};

const invalid = (path: Issue['path'], message: string): Issue => ({ path, code: 'INVALID_VALUE', message });

/**
 * The item amounts as submitted. The rest of the document's amount is allocated to the other lines of the marketplace
 * in proportion to their prices. Throws `INVALID_INPUT` if the amounts do not match the lines; null if neither the
 * document nor an item has an amount.
 */
export function collectedTaxes(
  input: TransactionInput,
  assessed: Assessment,
  minorUnit: number,
): CollectedTaxes | null {
  const whole = input.collectedTaxAmount;
  if (whole === null && input.items.every(({ collectedTaxAmount }) => collectedTaxAmount === null)) return null;
  const lineOf = (path: Issue['path'], sent: DecimalText | null, line: AssessedLine): Line => ({
    path: [...path, 'collectedTaxAmount'],
    sent,
    price: toUnits(line.calculatedTotal.abs(), minorUnit),
    isOfMarketplace: line.reason === 'MARKETPLACE',
  });
  const items = input.items.map((item, index) =>
    lineOf(['items', index], item.collectedTaxAmount, assessed.items[index]!),
  );
  const fee = assessed.shippingFee && lineOf(['shippingFee'], null, assessed.shippingFee);
  const lines = fee ? [...items, fee] : items;
  const taxes = lines.map(({ sent }) => sent ?? undefined);
  const issues = [...inclusiveIssues(input), ...lines.flatMap((line) => lineIssues(line, minorUnit))];
  if (whole !== null && issues.length === 0) {
    const open = lines.filter(({ sent, isOfMarketplace }) => sent === null && isOfMarketplace);
    const rest = decimal(whole).minus(sum(lines.map(({ sent }) => (sent === null ? zero : decimal(sent)))));
    const most = fromUnits(
      open.reduce((total, { price }) => total + price, 0n),
      minorUnit,
    );
    const path = ['collectedTaxAmount'];
    if (!lines.some(({ isOfMarketplace }) => isOfMarketplace)) issues.push(invalid(path, notOfMarketplace));
    else if (rest.lt(zero) || (open.length === 0 && !rest.isZero())) {
      issues.push(
        invalid(path, 'collectedTaxAmount must match the amounts sent with the items. Correct it, or omit it.'),
      );
    } else issues.push(...amountIssues(path, decimalText(rest), decimalText(most), minorUnit));
    if (issues.length === 0 && open.length > 0 && !most.isZero()) {
      const shares = allocate(
        toUnits(rest, minorUnit),
        open.map(({ price }) => price),
      );
      for (const [index, line] of open.entries()) {
        taxes[lines.indexOf(line)] = toDecimalText(fromUnits(shares[index]!, minorUnit));
      }
    }
  }
  if (issues.length > 0) throw invalidInput(issues);
  return { items: taxes.slice(0, items.length), shippingFee: taxes[items.length] };
}

const notOfMarketplace =
  'collectedTaxAmount is only for lines with the reason MARKETPLACE. Set collectedBy to MARKETPLACE, or omit it.';

function inclusiveIssues({ isTaxInclusive }: TransactionInput): Issue[] {
  if (!isTaxInclusive) return [];
  return [
    invalid(['isTaxInclusive'], 'With collectedTaxAmount, send prices without tax: set isTaxInclusive to false.'),
  ];
}

function lineIssues({ path, sent, price, isOfMarketplace }: Line, minorUnit: number): Issue[] {
  if (sent === null) return [];
  if (!isOfMarketplace) return [invalid(path, notOfMarketplace)];
  return amountIssues(path, sent, decimalText(fromUnits(price, minorUnit)), minorUnit);
}

function amountIssues(path: Issue['path'], amount: string, most: string, minorUnit: number): Issue[] {
  const value = decimal(amount);
  if (value.gt(decimal(most))) {
    return [
      { path, code: 'OUT_OF_RANGE', message: `collectedTaxAmount must be at most the price of its lines, ${most}.` },
    ];
  }
  if (value.decimalPlaces() <= minorUnit) return [];
  const message = `collectedTaxAmount may have at most ${minorUnit} decimal places in this currency.`;
  return [{ path, code: 'TOO_MANY_DIGITS', message }];
}

type Collecting = { readonly collectedBy?: TaxCollector | null | undefined };

/**
 * The collector of the tax on a shipping fee: as specified in the document, or the marketplace if it collects for all
 * items.
 */
export function collectorOfFee({
  collectedBy,
  items,
}: Collecting & { readonly items: readonly Collecting[] }): TaxCollector | null {
  const isOfMarketplace = items.length > 0 && items.every((item) => item.collectedBy === 'MARKETPLACE');
  return collectedBy ?? (isOfMarketplace ? 'MARKETPLACE' : null);
}

/**
 * The tax that marketplaces collected on a whole document, as specified for the document, otherwise as specified for
 * its items.
 */
export function collectedTotal({ collectedTaxAmount, items }: Pick<Transaction, 'collectedTaxAmount' | 'items'>) {
  return collectedTaxAmount ?? sumOfTexts(items.flatMap((item) => item.collectedTaxAmount ?? []));
}

/** The members as submitted; empty if no members were submitted, as in most documents. */
export function sentCollection({
  collectedBy,
  collectedTaxAmount,
}: Pick<ItemInput, 'collectedBy' | 'collectedTaxAmount'>) {
  return {
    ...(collectedBy !== null && { collectedBy }),
    ...(collectedTaxAmount !== null && { collectedTaxAmount }),
  };
}
