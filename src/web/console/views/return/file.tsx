import { useState } from 'preact/hooks';
import { ChangeForm, type FieldText } from '../../base/change-form.tsx';
import { change } from '../../base/client.ts';
import { Action, Dialog } from '../../base/dialog.tsx';
import { Field } from '../../base/field.tsx';
import { reasonIn } from '../../base/refusal.ts';
import { readAmount } from '../../format/decimal-text.ts';
import { money, today } from '../../format/format.ts';
import { periodName } from '../../format/period.ts';
import { placeName } from '../../format/place-text.ts';
import { returnTexts } from '../../texts/return.ts';
import { type Checked, CheckResults } from './checks.tsx';
import { fileReturnOperation } from './operations.ts';
import { byOf, type paymentOf, type ReturnKey, type ShownReturn } from './return-key.ts';

const { file: texts, figures: figureTexts } = returnTexts;

type FileProps = {
  readonly name: ReturnKey;
  readonly one: ShownReturn;
  readonly checks: Checked;
  /** The filing day and prepayments, as on the form. */
  readonly payment: ReturnType<typeof paymentOf>;
  readonly onDone: () => void;
};

export function FileReturn(props: FileProps) {
  const { one } = props;
  const isOver = one.to < today();
  if (!isOver) return null;
  return (
    <Action text={one.filings.length > 0 ? texts.actionAmendment : texts.action} class="primary">
      {(close) => <FileDialog {...props} close={close} />}
    </Action>
  );
}

type DialogProps = FileProps & { readonly close: () => void };

/** Files the return as shown. The dialog keeps the figures with which it was opened; no other figures can be filed. */
function FileDialog({ name, one, close, ...props }: DialogProps) {
  const [reviewed] = useState(one);
  return (
    <Dialog title={texts.title(`${placeName(name)}, ${periodName(name.period)}`)} onClose={close}>
      <Review {...props} name={name} reviewed={reviewed} close={close} />
    </Dialog>
  );
}

type ReviewProps = Omit<DialogProps, 'one'> & { readonly reviewed: ShownReturn };

function Review({ name, reviewed, checks, payment, close, onDone }: ReviewProps) {
  const [isChanged, setChanged] = useState(false);
  const isChecking = checks.query?.isLoading ?? false;
  const { totals = [], oneStopShop: shop = null } = reviewed.figures ?? {};
  const documents =
    shop?.transactionCount ?? totals.reduce((count, { transactionCount }) => count + transactionCount, 0);
  const send = async (typed: FieldText) => {
    const amountPaid = readAmount(typed('amountPaid'));
    if (amountPaid === undefined) return texts.wrongAmount;
    if (!payment) return returnTexts.payment.wrongAmount;
    const answer = await change(fileReturnOperation, {
      input: {
        by: byOf(name),
        ifDigest: reviewed.digest,
        referenceNumber: typed('referenceNumber') || null,
        amountPaid,
        ...payment,
      },
    });
    if (answer.kind === 'failure') return answer.failure;
    const { fileTaxReturn: result } = answer.data;
    if (result.__typename === 'FiguresChanged') {
      setChanged(true);
      return returnTexts.changed;
    }
    if (result.__typename !== 'TaxReturn') return reasonIn(result);
    onDone();
    return null;
  };
  if (isChanged) {
    return (
      <>
        <p class="problem" role="alert">
          {returnTexts.changed}
        </p>
        <div class="actions">
          <button type="button" class="primary" onClick={close}>
            {returnTexts.review}
          </button>
        </div>
      </>
    );
  }
  return (
    <ChangeForm
      confirm={texts.submit}
      isReady={!isChecking}
      said={isChecking ? texts.checking : undefined}
      onCancel={close}
      send={send}
      onDone={close}
    >
      <p>{texts.frozen}</p>
      <ul class="points">
        <li>{texts.period(periodName(name.period))}</li>
        <li>{shop ? texts.markedShop(documents) : texts.marked(documents)}</li>
        <li>
          {totals.length === 0 && !shop ? (
            texts.nothing
          ) : (
            <>
              {texts.figures}
              <dl class="facts frozen">
                {shop && (
                  <>
                    <dt>{returnTexts.shop.total}</dt>
                    <dd class="number strong">{money(shop.taxAmount, shop.currency)}</dd>
                  </>
                )}
                {totals.map(({ amounts }) => (
                  <>
                    <dt>{figureTexts.names.grossSales}</dt>
                    <dd class="number">{money(amounts.grossSalesAmount, amounts.currency)}</dd>
                    <dt>{figureTexts.names.taxable}</dt>
                    <dd class="number">{money(amounts.taxableAmount, amounts.currency)}</dd>
                    <dt>{figureTexts.names.tax}</dt>
                    <dd class="number strong">{money(amounts.taxAmount, amounts.currency)}</dd>
                  </>
                ))}
              </dl>
            </>
          )}
        </li>
        {payment && Object.values(payment).some((given) => given !== null) && <li>{texts.payment}</li>}
        {reviewed.filings.length > 0 && <li>{texts.amend}</li>}
      </ul>
      <div class="dialog-checks">
        <p class="strong">{returnTexts.checks.title}</p>
        <CheckResults checked={checks} />
      </div>
      <Field label={texts.reference} name="referenceNumber" maxLength={100} spellcheck={false} />
      <Field label={texts.paid(reviewed.defaultPaidCurrency)} name="amountPaid" inputMode="decimal" />
    </ChangeForm>
  );
}
