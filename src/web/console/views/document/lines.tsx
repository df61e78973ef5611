import { Badge } from '../../base/badge.tsx';
import { type Fact, Sums } from '../../base/facts.tsx';
import { withQuery } from '../../base/router.ts';
import { type Column, Table } from '../../base/table.tsx';
import { lineRate } from '../../base/why/jurisdiction-bars.tsx';
import { isZero, negated } from '../../format/decimal-text.ts';
import { money, number } from '../../format/format.ts';
import { documentTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import type { ShownDocument } from './copies.ts';

export type Line = Omit<NonNullable<ShownDocument['shippingFee']>, '__typename'> & {
  readonly name: string;
  readonly description: string | null;
  readonly quantity: string | null;
  readonly unitPrice: string | null;
  readonly discount: string | null;
  readonly collectedTaxAmount: string | null;
};

const { lines: texts } = documentTexts;

export function linesOf({ items, shippingFee }: ShownDocument): Line[] {
  const fee = shippingFee && {
    ...shippingFee,
    name: texts.shipping,
    description: null,
    quantity: null,
    unitPrice: null,
    discount: null,
    collectedTaxAmount: null,
  };
  return [...items, ...(fee ? [fee] : [])];
}

type LinesProps = { readonly document: ShownDocument; readonly chosen: Line | undefined };

export function Lines({ document, chosen }: LinesProps) {
  const { currency } = document;
  const columns: readonly Column<Line>[] = [
    {
      name: texts.columns.name,
      cell: ({ name, description, pointer, taxCode, discount, collectedTaxAmount }) => (
        <>
          <a
            href={withQuery({ line: pointer })}
            class="strong"
            aria-label={texts.explain(name)}
            aria-current={pointer === chosen?.pointer ? 'true' : undefined}
          >
            {name}
          </a>
          <span class="small soft block">
            {[
              taxCode,
              description,
              discount && !isZero(discount) && texts.discount(money(discount, currency)),
              collectedTaxAmount && texts.collected(money(collectedTaxAmount, currency)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    {
      name: texts.columns.price,
      isNumber: true,
      isExtra: true,
      cell: ({ quantity, unitPrice }) =>
        unitPrice === null
          ? ''
          : quantity === null || quantity === '1'
            ? money(unitPrice, currency)
            : texts.times(number(quantity), money(unitPrice, currency)),
    },
    { name: texts.columns.amount, isNumber: true, cell: ({ calculatedTotal }) => money(calculatedTotal, currency) },
    { name: texts.columns.rate, isNumber: true, isExtra: true, cell: lineRate },
    { name: texts.columns.tax, isNumber: true, cell: ({ taxAmount }) => money(taxAmount, currency) },
    {
      name: texts.columns.reason,
      isExtra: true,
      cell: ({ reason }) => <Badge tone={toneOf(reason)}>{known(recordTexts.reasons, reason)}</Badge>,
    },
  ];
  return (
    <section class="panel" aria-label={texts.title}>
      <Table
        caption={texts.title}
        columns={columns}
        rows={linesOf(document)}
        keyOf={({ pointer }) => pointer}
        isChosen={({ pointer }) => pointer === chosen?.pointer}
      />
      <Amounts document={document} />
    </section>
  );
}

function toneOf(reason: Line['reason']) {
  if (reason === 'NOT_COVERED') return 'bad';
  if (reason === 'TAXED' || reason === 'REDUCED_RATE') return 'good';
  return reason === 'NOT_COLLECTING' || reason === 'MANUAL_RATE' ? 'warn' : 'plain';
}

function Amounts({ document }: { readonly document: ShownDocument }) {
  const { currency, totalItemsAmount, totalDiscount, shippingFee, salesTax, fees, finalTransactionAmount } = document;
  const charged = fees.filter(({ isCharged }) => isCharged);
  const rows: readonly Fact[] = [
    [texts.sums.items, money(totalItemsAmount, currency)],
    [texts.sums.discount, !isZero(totalDiscount) && money(negated(totalDiscount), currency)],
    [texts.sums.shipping, shippingFee && money(shippingFee.totalPrice, currency)],
    [document.isTaxInclusive ? texts.sums.taxIncluded : texts.sums.tax, money(salesTax.amount, currency)],
    ...charged.map((fee): Fact => [fee.name, money(fee.amount, fee.currency)]),
  ];
  return <Sums rows={rows} total={[texts.sums.total, money(finalTransactionAmount, currency)]} />;
}
