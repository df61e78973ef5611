import { Confirm, type FieldText } from '../../base/change-form.tsx';
import { ServedFile } from '../../base/download.tsx';
import { type Fact, Facts } from '../../base/facts.tsx';
import { Field, Select } from '../../base/field.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { dayText, instantText, utcToday } from '../../format/format.ts';
import { certificateRequestsTexts as texts } from '../../texts/certificates.ts';
import { recordTexts } from '../../texts/records.ts';
import { decideOperation, invitationOperation, type requestsOperation } from './operations.ts';

export type RequestRow = NodeOf<typeof requestsOperation, 'certificateRequests'>;

export const requestFilePath = (serviceId: string) => `/v1/certificate_requests/serviceId/${serviceId}/file`;

type DecisionProps = { readonly request: RequestRow; readonly onClose: () => void };
type Reason = keyof typeof recordTexts.exemptionReasons;

/** Accepts or declines the submission, or shows the link for an unanswered request. */
export function Decision({ request, onClose }: DecisionProps) {
  const { serviceId, status, version, certificate } = request;
  const isPending = status === 'PENDING';
  const send = (typed: FieldText) => {
    const read = (field: string) => typed(field) || null;
    const terms = { reason: read('reason'), certificateId: read('certificateId'), validThrough: read('validThrough') };
    const exemptionReason = read('exemptionReason') as Reason | null;
    const decision = (read('decision') ?? 'REVOKED') as 'ACCEPTED' | 'DECLINED' | 'REVOKED';
    return attempt(decideOperation, {
      input: { by: { serviceId }, ifVersion: version, decision: { decision, exemptionReason, ...terms } },
    });
  };
  return (
    <Confirm
      title={isPending ? texts.decideTitle : texts.linkTitle}
      onClose={onClose}
      confirm={isPending ? texts.confirmDecide : texts.confirmRevoke}
      isDanger={!isPending}
      keep={texts.close}
      send={send}
    >
      <RequestFacts request={request} />
      {isPending ? <Terms hasForm={certificate !== null} /> : <Link request={request} />}
      <Field label={texts.reason} name="reason" maxLength={256} />
    </Confirm>
  );
}

function Terms({ hasForm }: { readonly hasForm: boolean }) {
  return (
    <>
      <Select label={texts.decision} name="decision" choices={texts.decisions} />
      {!hasForm && (
        <Select
          label={texts.exemptionReason}
          name="exemptionReason"
          choices={{ '': '', ...recordTexts.exemptionReasons }}
        />
      )}
      <div class="pair">
        <Field label={hasForm ? texts.otherNumber : texts.number} name="certificateId" maxLength={256} />
        <Field label={texts.lastDay} name="validThrough" type="date" />
      </div>
    </>
  );
}

/** What was requested and, if the buyer answered, what was submitted. */
function RequestFacts({ request }: { readonly request: RequestRow }) {
  const { serviceId, states, submittedAt, file, certificate } = request;
  const facts: readonly Fact[] = [
    [texts.columns.states, states.join(', ')],
    [texts.columns.submitted, submittedAt && instantText(submittedAt)],
    [texts.file, file && <ServedFile path={requestFilePath(serviceId)} text={file.name} />],
    ...(certificate === null ? [] : formFacts(certificate)),
  ];
  return <Facts facts={facts} />;
}

function formFacts(certificate: NonNullable<RequestRow['certificate']>): readonly Fact[] {
  const { purchaserName, street, city, state, zip, reason, reasonText, stateNumbers } = certificate;
  return [
    [texts.facts.purchaser, `${purchaserName}, ${street}, ${city}, ${state} ${zip}`],
    [texts.facts.reason, [wordsOf(reason), reasonText].filter(Boolean).join(': ')],
    ...stateNumbers.map((one): Fact => [texts.facts.number(one.state), one.number]),
    [texts.facts.signed, `${certificate.signedBy}, ${certificate.signerTitle}`],
  ];
}

/** The reason as spelled on form F0003, such as `Federal government` for `FEDERAL_GOVERNMENT`. */
const wordsOf = (value: string) => value[0] + value.slice(1).toLowerCase().replaceAll('_', ' ');

function Link({ request: { serviceId, expiresOn } }: { readonly request: RequestRow }) {
  const isExpired = expiresOn < utcToday();
  const { data } = useQuery(invitationOperation, isExpired ? null : { by: { serviceId } });
  if (isExpired) return <p>{texts.linkExpired(dayText(expiresOn))}</p>;
  const link = data?.certificateRequest?.invitation?.link;
  return (
    <Field label={texts.link} hint={texts.linkNote} readOnly value={link ? new URL(link, location.origin).href : ''} />
  );
}
