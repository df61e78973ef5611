import { useState } from 'preact/hooks';
import { Confirm } from '../../base/change-form.tsx';
import { Action } from '../../base/dialog.tsx';
import { ImpactShown } from '../../base/exemptions/impact.tsx';
import { impactOperation } from '../../base/exemptions/operations.ts';
import { Field } from '../../base/field.tsx';
import type { RootOf } from '../../base/graphql.ts';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { addDays, dayText } from '../../format/format.ts';
import { certificateTexts } from '../../texts/certificates.ts';
import { type certificateOperation, renewCertificateOperation } from './operations.ts';

const { renew: texts, close: keep } = certificateTexts;

type Shown = RootOf<typeof certificateOperation, 'exemption'>;
type RenewProps = { readonly certificate: Shown; readonly name: string };

/** Moves the last day of a certificate that has one. */
export function Renew({ certificate, name }: RenewProps) {
  const { exemptionStatus, validThrough } = certificate;
  if (validThrough === null || exemptionStatus === 'CANCELLED') return null;
  return (
    <Action text={texts.open}>
      {(close) => <RenewDialog certificate={certificate} name={name} validThrough={validThrough} onClose={close} />}
    </Action>
  );
}

type DialogProps = RenewProps & { readonly validThrough: string; readonly onClose: () => void };

/** First shows the sales taxed since the current last day that would become exempt. */
function RenewDialog({ certificate, name, validThrough, onClose }: DialogProps) {
  const { serviceId, version, validFrom } = certificate;
  const [to, setTo] = useState(addDays(validThrough, 365));
  const isLater = to > validThrough;
  const validationDates = { fromDate: validFrom, toDate: to };
  const customerId = certificate.customer?.serviceId;
  const asked = isLater && customerId ? renewed(certificate, { customerId, validThrough, validationDates }) : null;
  const impact = useQuery(impactOperation, asked);
  return (
    <Confirm
      title={texts.title(name)}
      onClose={onClose}
      confirm={texts.confirm}
      keep={keep}
      isReady={isLater}
      send={() =>
        attempt(renewCertificateOperation, {
          input: { by: { serviceId }, ifVersion: version, patch: { validationDates } },
        })
      }
    >
      <Field
        label={texts.to}
        type="date"
        value={to}
        required
        onInput={({ currentTarget: { value } }) => setTo(value)}
      />
      {isLater ? (
        <>
          <p>{texts.note(dayText(addDays(validThrough, 1)), dayText(to))}</p>
          {asked && <ImpactShown query={impact} />}
        </>
      ) : (
        <p>{texts.tooEarly(dayText(validThrough))}</p>
      )}
    </Confirm>
  );
}

type Renewal = {
  readonly customerId: string;
  readonly validThrough: string;
  readonly validationDates: { readonly fromDate: string | null; readonly toDate: string | null };
};

/** The same terms with new dates, for sales after the current last day. */
function renewed({ country, state, ...terms }: Shown, { customerId, validThrough, validationDates }: Renewal) {
  const { exemptionType, exemptFraction, reducedRate, taxCodes } = terms;
  return {
    input: {
      exemption: {
        described: {
          customerId,
          states: state === null ? [] : [{ code: state }],
          exemption: { country, exemptionType, exemptFraction, reducedRate, taxCodes, validationDates },
        },
      },
      from: addDays(validThrough, 1),
    },
  };
}
