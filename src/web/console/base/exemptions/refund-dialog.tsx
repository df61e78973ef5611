import { useState } from 'preact/hooks';
import { today } from '../../format/format.ts';
import { impactTexts } from '../../texts/impact.ts';
import { Confirm } from '../change-form.tsx';
import { documentLink } from '../links.ts';
import { usePreview } from '../preview.ts';
import { attempt, refusalOf } from '../refusal.ts';
import { FailureNote, Skeleton } from '../states.tsx';
import { refundTaxOperation } from './operations.ts';
import { type Run, sumsOf } from './refund-run.ts';

const { refund: texts } = impactTexts;

type RefundProps = {
  readonly serviceId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone: (run: Run) => void;
};

/** Previews the refunds of a run, and asks for confirmation. */
export function RefundTaxDialog({ serviceId, from, to, isOpen, onClose, onDone }: RefundProps) {
  const [isFiledToo, setFiledToo] = useState(false);
  const input = { by: { serviceId }, from, to, filed: isFiledToo ? ('REFUND' as const) : ('SKIP' as const) };
  const preview = usePreview(refundTaxOperation, isOpen ? { input: { ...input, dryRun: true } } : null);
  const run = preview?.kind === 'data' ? preview.data.refundExemptTax : null;
  const sums = run?.__typename === 'TaxRefundRun' ? sumsOf([run]) : null;
  const refusal = preview && refusalOf(preview, ({ refundExemptTax }) => refundExemptTax);
  const send = (form: FormData) =>
    attempt(refundTaxOperation, { input: { ...input, refundedOn: String(form.get('day')) } }, (made) => {
      if (made.refundExemptTax.__typename === 'TaxRefundRun') onDone(made.refundExemptTax);
    });
  return (
    <Confirm
      title={texts.title}
      isOpen={isOpen}
      onClose={onClose}
      confirm={texts.confirm}
      keep={texts.keep}
      isReady={sums !== null && sums.count > 0}
      send={send}
    >
      <p>{texts.note}</p>
      <label class="check">
        <input type="checkbox" checked={isFiledToo} onChange={() => setFiledToo(!isFiledToo)} />
        {texts.filed}
      </label>
      <p class="small soft">{texts.filedNote}</p>
      <label>
        {texts.day}
        <input name="day" type="date" required defaultValue={today()} />
      </label>
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

/** The refunds stored by a run. */
export function RefundsStored({ runs }: { readonly runs: readonly Run[] }) {
  const { count, amount, failures } = sumsOf(runs);
  const refunds = runs.flatMap(({ rows }) =>
    rows.flatMap(({ refund, externalId }) => (refund ? [{ ...refund, externalId }] : [])),
  );
  return (
    <div class="stored" role="status">
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
