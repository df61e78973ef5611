import { useEffect, useState } from 'preact/hooks';
import { totals } from '../../format/decimal-text.ts';
import { money, today } from '../../format/format.ts';
import { impactTexts } from '../../texts/certificates.ts';
import { Confirm, type FieldText } from '../change-form.tsx';
import { type Answer, ask } from '../client.ts';
import { CheckBox, Field } from '../field.tsx';
import type { ResultOf, VariablesOf } from '../graphql.ts';
import { documentLink } from '../links.ts';
import { FailureNote, Skeleton } from '../loaded.tsx';
import { attempt, refusalOf } from '../refusal.ts';
import { refundTaxOperation } from './operations.ts';

const { refund: texts } = impactTexts;

type Input = VariablesOf<typeof refundTaxOperation>['input'];
type RefundProps = {
  readonly serviceId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly onClose: () => void;
  readonly onDone: (run: Run) => void;
};

/** Previews the refunds of a run, and asks for confirmation. */
export function RefundTaxDialog({ serviceId, from, to, onClose, onDone }: RefundProps) {
  const [isFiledToo, setFiledToo] = useState(false);
  const input: Input = { by: { serviceId }, from, to, filed: isFiledToo ? 'REFUND' : 'SKIP' };
  const preview = usePreview(input);
  const run = preview?.kind === 'data' ? preview.data.refundExemptTax : null;
  const sums = run?.__typename === 'TaxRefundRun' ? sumsOf([run]) : null;
  const refusal = preview && refusalOf(preview, ({ refundExemptTax }) => refundExemptTax);
  const send = (typed: FieldText) =>
    attempt(refundTaxOperation, { input: { ...input, refundedOn: typed('day') } }, (made) => {
      if (made.refundExemptTax.__typename === 'TaxRefundRun') onDone(made.refundExemptTax);
    });
  return (
    <Confirm
      title={texts.title}
      onClose={onClose}
      confirm={texts.confirm}
      keep={texts.keep}
      isReady={sums !== null && sums.count > 0}
      send={send}
    >
      <p>{texts.note}</p>
      <CheckBox label={texts.filed} checked={isFiledToo} onChange={() => setFiledToo(!isFiledToo)} />
      <p class="small soft">{texts.filedNote}</p>
      <Field label={texts.day} name="day" type="date" required defaultValue={today()} />
      <div role="status">
        {preview === null ? (
          <Skeleton lines={1} />
        ) : preview.kind === 'failure' ? (
          <FailureNote failure={preview.failure} />
        ) : sums === null ? (
          <p class="problem">{refusal}</p>
        ) : (
          <>
            <p class="strong">{sums.count === 0 ? texts.nothing : texts.preview(sums.count, sums.amount)}</p>
            {sums.skipped > 0 && <p class="small soft">{texts.skipped(sums.skipped)}</p>}
          </>
        )}
      </div>
    </Confirm>
  );
}

/** The refunds of a run that stores nothing. Never cached, because invoices may have changed. Null until it arrives. */
function usePreview(input: Input) {
  const [preview, setPreview] = useState<Answer<ResultOf<typeof refundTaxOperation>> | null>(null);
  useEffect(() => {
    let isWaiting = true;
    setPreview(null);
    ask(refundTaxOperation, { input: { ...input, dryRun: true } }).then((answer) => isWaiting && setPreview(answer));
    return () => {
      isWaiting = false;
    };
  }, [JSON.stringify(input)]);
  return preview;
}

export function RefundsStored({ runs }: { readonly runs: readonly Run[] }) {
  const { count, amount, failures } = sumsOf(runs);
  const refunds = runs.flatMap(({ rows }) =>
    rows.flatMap(({ refund, externalId }) => (refund ? [{ ...refund, externalId }] : [])),
  );
  return (
    <div role="status">
      <p class="good">{texts.done(count, amount)}</p>
      {refunds.length > 0 && (
        <p class="small">
          {refunds.slice(0, 12).map(({ serviceId, externalId }, index) => (
            <>
              {index > 0 && ', '}
              <a key={serviceId} href={documentLink(serviceId)}>
                {externalId}
              </a>
            </>
          ))}
          {refunds.length > 12 && ' …'}
        </p>
      )}
      {failures.length > 0 && <p class="problem">{texts.failed(failures.length, failures[0] ?? '')}</p>}
    </div>
  );
}

export type Run = Extract<
  ResultOf<typeof refundTaxOperation>['refundExemptTax'],
  { readonly __typename: 'TaxRefundRun' }
>;

type Sums = {
  readonly count: number;
  /** One amount per currency, such as `$12.00 + €3.00`. */
  readonly amount: string;
  readonly skipped: number;
  readonly failures: readonly string[];
};

/** The results of one or more runs, one per state. */
function sumsOf(runs: readonly Run[]): Sums {
  const rows = runs.flatMap((run) => run.rows);
  const amounts = totals(
    runs.flatMap((run) => run.totals.map((one) => [one.currency, one.refundedTaxAmount] as const)),
  );
  return {
    count: rows.filter(({ outcome }) => outcome === 'REFUNDED' || outcome === 'PREVIEWED').length,
    amount: [...amounts].map(([currency, amount]) => money(amount, currency)).join(' + '),
    skipped: rows.filter(({ outcome }) => outcome === 'SKIPPED_FILED').length,
    failures: rows.flatMap(({ outcome, error }) => (outcome === 'FAILED' ? [error?.message ?? ''] : [])),
  };
}
