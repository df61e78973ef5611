import { useState } from 'preact/hooks';
import { ChangeForm, type FieldText } from '../../base/change-form.tsx';
import { Dialog } from '../../base/dialog.tsx';
import { Field } from '../../base/field.tsx';
import { documentLink } from '../../base/links.ts';
import { Loaded } from '../../base/loaded.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { navigate } from '../../base/router.ts';
import { isZero } from '../../format/decimal-text.ts';
import { money, number, today } from '../../format/format.ts';
import { documentTexts } from '../../texts/documents.ts';
import type { ShownDocument } from './copies.ts';
import { refundableOperation, refundOperation } from './operations.ts';
import { type RefundKindChosen, refundInput } from './refund-input.ts';

const { dialogs: texts, actions } = documentTexts;

type RefundProps = { readonly document: ShownDocument; readonly onClose: () => void };

export function RefundDialog({ document, onClose }: RefundProps) {
  const { serviceId, externalId } = document;
  const left = useQuery(refundableOperation, { by: { serviceId } });
  return (
    <Dialog title={texts.refundTitle(externalId)} onClose={onClose}>
      <Loaded query={left} field="transaction" lines={4}>
        {({ transaction }) =>
          transaction?.refundable && !isZero(transaction.refundable.totalAmount) ? (
            <RefundForm document={document} left={transaction.refundable} onClose={onClose} />
          ) : (
            <p>{texts.refundNothing}</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}

type FormProps = RefundProps & {
  readonly left: { readonly totalAmount: string; readonly taxAmount: string };
};

function RefundForm({ document, left, onClose }: FormProps) {
  const { currency, items, externalId } = document;
  const [kind, setKind] = useState<RefundKindChosen>('all');
  const kinds: readonly (readonly [RefundKindChosen, string])[] = [
    ['all', texts.refundAll(money(left.totalAmount, currency), money(left.taxAmount, currency))],
    ['some', texts.refundSome],
    ...(isZero(left.taxAmount) ? [] : [['tax', texts.refundTax(money(left.taxAmount, currency))] as const]),
  ];
  const send = async (typed: FieldText) => {
    const input = refundInput(document, {
      kind,
      externalId: typed('externalId'),
      day: typed('day'),
      quantities: items.map((_, index) => typed(`quantity${index}`)),
    });
    if (!input) return texts.refundChoose;
    return attempt(refundOperation, { input }, ({ upsertTransaction: refund }) => {
      onClose();
      if (refund.__typename === 'Transaction') navigate(documentLink(refund.serviceId));
    });
  };
  const count = (document.refunds?.nodes.length ?? 0) + 1;
  return (
    <ChangeForm confirm={actions.refund} keep={texts.keep} onCancel={onClose} send={send}>
      <fieldset class="stack-s">
        <legend>{texts.refundWhat}</legend>
        {kinds.map(([one, text]) => (
          <label class="check" key={one}>
            <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)} />
            {text}
          </label>
        ))}
        {kind === 'some' && (
          <div class="quantities">
            {items.map(({ name, quantity, pointer }, index) => (
              <Field
                key={pointer}
                label={texts.refundQuantity(name, number(quantity))}
                name={`quantity${index}`}
                type="number"
                min="0"
                max={quantity}
                step="any"
                inputMode="decimal"
              />
            ))}
          </div>
        )}
      </fieldset>
      <div class="pair">
        <Field
          label={texts.refundNumber}
          name="externalId"
          required
          maxLength={256}
          defaultValue={`${externalId}-R${count}`}
        />
        <Field label={texts.refundDay} name="day" type="date" required defaultValue={today()} min={document.taxDate} />
      </div>
      <p class="small soft">{texts.refundNote}</p>
    </ChangeForm>
  );
}
