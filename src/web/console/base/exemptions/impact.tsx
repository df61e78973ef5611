import { isZero } from '../../format/decimal-text.ts';
import { dayText, money, number } from '../../format/format.ts';
import { placeName } from '../../format/place-text.ts';
import { impactTexts as texts } from '../../texts/certificates.ts';
import { Badge } from '../badge.tsx';
import type { ResultOf } from '../graphql.ts';
import { documentLink } from '../links.ts';
import { Empty, FailureNote, Loaded } from '../loaded.tsx';
import type { Query } from '../query.ts';
import { reasonIn } from '../refusal.ts';
import { type Column, Table } from '../table.tsx';
import type { impactOperation } from './operations.ts';

type ImpactAnswer = ResultOf<typeof impactOperation>;
type Impact = Extract<ImpactAnswer['exemptionImpact'], { readonly __typename: 'ExemptionImpact' }>;
type Invoice = Impact['invoices'][number];
type Sum = Impact['states'][number];

const mostShown = 25;

type ImpactProps = { readonly query: Query<ImpactAnswer> };

/** The tax of past sales that a certificate exempts: totals and invoices. */
export function ImpactShown({ query }: ImpactProps) {
  return (
    <Loaded query={query} field="exemptionImpact" lines={4}>
      {({ exemptionImpact: impact }) => {
        if (impact?.__typename !== 'ExemptionImpact') return <Refused impact={impact} again={query.again} />;
        if (impact.invoices.length === 0) return <Empty title={texts.none}>{texts.noneText}</Empty>;
        return (
          <div>
            <Table caption={texts.sums} columns={sumColumns} rows={impact.states} keyOf={keyOfSum} />
            <h3 class="panel-part">{texts.invoices(number(impact.invoices.length))}</h3>
            <Table
              caption={texts.invoicesCaption}
              columns={invoiceColumns}
              rows={impact.invoices.slice(0, mostShown)}
              keyOf={({ transaction }) => transaction.serviceId}
            />
            {impact.invoices.length > mostShown && (
              <p class="panel-body small soft">{texts.more(number(impact.invoices.length - mostShown))}</p>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function Refused({ impact, again }: { readonly impact: ImpactAnswer['exemptionImpact']; readonly again: () => void }) {
  const message = (impact && reasonIn(impact)) ?? '';
  const failure = { kind: 'invalid', message, retryAfterSeconds: null, requestId: null } as const;
  return <FailureNote failure={failure} again={again} />;
}

/** The totals with tax that can be refunded; empty if there is nothing to refund. */
export function returnableIn(answer: ImpactAnswer | null): readonly Sum[] {
  const impact = answer?.exemptionImpact;
  if (impact?.__typename !== 'ExemptionImpact') return [];
  return impact.states.filter(({ exemptibleTaxAmount }) => !isZero(exemptibleTaxAmount));
}

const keyOfSum = ({ place, currency }: Sum) => `${place} ${currency}`;

const { columns: names } = texts;

const sumColumns: readonly Column<Sum>[] = [
  { name: names.place, cell: placeName },
  { name: names.invoices, isNumber: true, cell: ({ invoiceCount }) => number(invoiceCount) },
  {
    name: names.filed,
    isNumber: true,
    isExtra: true,
    cell: ({ filedTaxAmount, currency }) => money(filedTaxAmount, currency),
  },
  {
    name: names.returnable,
    isNumber: true,
    cell: ({ exemptibleTaxAmount, currency }) => <strong>{money(exemptibleTaxAmount, currency)}</strong>,
  },
];

const invoiceColumns: readonly Column<Invoice>[] = [
  { name: names.date, isExtra: true, cell: ({ transaction }) => dayText(transaction.taxDate) },
  {
    name: names.invoice,
    cell: ({ transaction: { serviceId, externalId, transactionFilingStatus } }) => (
      <>
        <a href={documentLink(serviceId)}>{externalId}</a>{' '}
        {transactionFilingStatus === 'FILED' && <Badge tone="accent">{texts.isFiled}</Badge>}
      </>
    ),
  },
  {
    name: names.charged,
    isNumber: true,
    cell: ({ chargedTaxAmount, transaction }) => money(chargedTaxAmount, transaction.currency),
  },
  {
    name: names.returnable,
    isNumber: true,
    cell: ({ exemptibleTaxAmount, transaction }) => money(exemptibleTaxAmount, transaction.currency),
  },
];
