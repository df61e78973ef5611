import { Decimal } from 'decimal.js';
import { type Json, recordOf } from './openapi.ts';

/** The inconsistencies in a returned document, found with independent sums and no code of the product. */
export function unsoundness(document: Json): string[] {
  const lines = [...listOf(document.items), ...(document.shippingFee ? [recordOf(document.shippingFee)] : [])];
  const tax = exact(recordOf(document.salesTax).amount);
  const net = total(lines, 'calculatedTotal');
  const faults: string[] = [];
  const require = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  require(total(lines, 'taxAmount').eq(tax), `the lines’ tax is not the document’s ${tax}`);
  require(total(listOf(document.taxLines), 'taxAmount').eq(tax), `the jurisdictions’ tax is not the document’s ${tax}`);
  const gross = document.isTaxInclusive === true ? net : net.plus(tax);
  require(gross.eq(
    exact(document.finalTransactionAmount),
  ), `the lines make ${gross}, not ${document.finalTransactionAmount}`);
  require(total(listOf(document.items), 'totalPrice').eq(
    exact(document.totalItemsAmount),
  ), 'the items’ prices do not add up');
  const ofLines = lines.flatMap(({ taxLines }) => listOf(taxLines));
  const ofDocument = listOf(document.taxLines);
  const rows = new Set(ofDocument.map(rowOf));
  require(rows.size === ofDocument.length, 'the tax lines are not one for each jurisdiction, category and rate');
  for (const [how, keyOf, names] of [
    ['jurisdiction', jurisdictionOf, ['taxableAmount', 'exemptAmount', 'taxAmount']],
    ['rate', rateOf, ['taxableAmount', 'taxAmount']],
  ] as const) {
    const [expected, shown] = [ofLines, ofDocument].map((taxLines) => sumsBy(taxLines, keyOf, names));
    require(shown === expected, `the tax lines by ${how} make ${shown}, not ${expected}`);
  }
  for (const [index, line] of lines.entries()) {
    const [amount, lineTax] = [exact(line.calculatedTotal), exact(line.taxAmount)];
    require(total(listOf(line.taxLines), 'taxAmount').eq(lineTax), `line ${index}: its jurisdictions do not add up`);
    require(lineTax.isZero() ||
      lineTax.isNegative() === amount.isNegative(), `line ${index}: ${lineTax} of tax on ${amount}`);
    // Rounding whole documents or pieces may shift a minor unit or so onto a small line.
    require(lineTax.abs().lte(amount.abs().plus(1)), `line ${index}: more tax than price`);
    require(exact(line.taxRate).gte(0) && exact(line.taxRate).lte(1), `line ${index}: a rate of ${line.taxRate}`);
    for (const part of listOf(line.taxLines)) {
      const sum = exact(part.taxableAmount).plus(exact(part.exemptAmount));
      require(exact(part.taxAmount).isZero() || !sum.isZero(), `line ${index}: tax on nothing`);
    }
  }
  return faults;
}

/** Members whose returned value differs from the sent one; numbers may be sent as numeric text. */
export function alteredMembers(sent: Json, answered: Json): string[] {
  const faults: string[] = [];
  const same = (path: string, one: unknown, other: unknown) => {
    // A zero discount and an absent one are the same.
    if (one === null || one === undefined || (other === undefined && isNumeric(one) && exact(rounded(one)).isZero()))
      return;
    const isSame =
      isNumeric(one) && typeof other === 'number' ? exact(rounded(one)).eq(other) : String(one) === String(other);
    if (!isSame) faults.push(`${path}: sent ${JSON.stringify(one)}, answered ${JSON.stringify(other)}`);
  };
  for (const name of ['externalId', 'source', 'transactionType', 'transactionStatus', 'createdFrom', 'documentName']) {
    same(name, sent[name], answered[name]);
  }
  same('createdDate', recordOf(sent.externalTimestamps).createdDate, recordOf(answered.externalTimestamps).createdDate);
  const items = listOf(answered.items);
  for (const [index, item] of listOf(sent.items).entries()) {
    for (const name of ['name', 'taxCode', 'unitPrice', 'quantity', 'discount', 'manualSalesTaxRate', 'description']) {
      same(`items/${index}/${name}`, item[name], items[index]?.[name]);
    }
  }
  return faults;
}

/** JSON numbers have 15 significant digits. */
const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(15)) : String(value).trim());
const isNumeric = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value));
const exact = (value: unknown) => new Decimal(String(value));
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(recordOf) : []);
const total = (rows: readonly Json[], name: string) => Decimal.sum(0, ...rows.map((row) => exact(row[name])));

const jurisdictionOf = ({ jurisdiction, bracket }: Json) => JSON.stringify([jurisdiction, bracket]);
const rateOf = ({ appliedRate, ...of }: Json) => `${jurisdictionOf(of)} ${appliedRate}`;
const rowOf = ({ vatCategory, reason, ...of }: Json) =>
  `${rateOf(of)} ${vatCategory ?? (of.appliedRate === 0 ? reason : '')}`;

/** The sums of each key as one text; keys with zero sums are omitted. */
function sumsBy(taxLines: readonly Json[], keyOf: (taxLine: Json) => string, names: readonly string[]): string {
  const keys = [...new Set(taxLines.map(keyOf))].sort();
  const rows = keys.map((key) => {
    const own = taxLines.filter((taxLine) => keyOf(taxLine) === key);
    return { key, sums: names.map((name) => total(own, name)) };
  });
  return rows
    .filter(({ sums }) => sums.some((sum) => !sum.isZero()))
    .map(({ key, sums }) => `${key}: ${sums.join()}`)
    .join('; ');
}
