import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { ChangeForm, type FieldText } from '../../base/change-form.tsx';
import { ServedFile } from '../../base/download.tsx';
import { Field } from '../../base/field.tsx';
import { certificatesPath, customerPageLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { firstPage, pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { Tabs } from '../../base/tabs.tsx';
import type { ViewProps } from '../../base/view.ts';
import { dayText, instantText } from '../../format/format.ts';
import { certificateRequestsTexts as texts } from '../../texts/certificates.ts';
import { recordTexts } from '../../texts/records.ts';
import { Decision, type RequestRow, requestFilePath } from './decision.tsx';
import { createRequestOperation, requestsOperation } from './operations.ts';

const tabs = { open: ['REQUESTED', 'PENDING'], decided: ['ACCEPTED', 'DECLINED', 'REVOKED'] } as const;

/** The certificate requests to all customers, or the requests to a single customer and a way to send another one. */
export function CertificateRequests({ query }: ViewProps) {
  const [shown, setShown] = useState<RequestRow | null>(null);
  const tab = query.get('status') === 'decided' ? 'decided' : 'open';
  const customerId = query.get('customer');
  const filter = { status: { in: [...tabs[tab]] }, ...(customerId && { customerId: { eq: customerId } }) };
  const answer = useQuery(requestsOperation, { filter, ...pageOf(query, 50) });
  return (
    <Page
      title={texts.title}
      isBusy={answer.isLoading}
      actions={
        <a class="button" href={certificatesPath}>
          {texts.toCertificates}
        </a>
      }
    >
      <Tabs label={texts.tabs} name="status" current={tab} entries={Object.entries(texts.tabNames)} also={firstPage} />
      {customerId !== null && <Ask customerId={customerId} />}
      <section class="panel" aria-label={texts.title}>
        <List
          answer={answer}
          field="certificateRequests"
          lines={6}
          caption={`${texts.title}: ${texts.tabNames[tab]}`}
          columns={columns(setShown)}
          keyOf={({ serviceId }) => serviceId}
          empty={{ title: texts.none, text: texts.noneText }}
          pages={texts.pages}
        />
      </section>
      {shown && <Decision request={shown} onClose={() => setShown(null)} />}
    </Page>
  );
}

function Ask({ customerId }: { readonly customerId: string }) {
  const [said, setSaid] = useState<string>();
  const send = (typed: FieldText) => {
    const states = typed('states')
      .split(/[\s,]+/)
      .filter(Boolean);
    return attempt(createRequestOperation, { input: { customerId, states, expiresOn: typed('expiresOn') || null } });
  };
  return (
    <Panel title={texts.ask}>
      <div class="panel-body">
        <ChangeForm
          confirm={texts.confirmAsk}
          send={send}
          onDone={() => setSaid(texts.asked)}
          onInput={() => setSaid(undefined)}
          {...(said !== undefined && { said })}
        >
          <div class="pair">
            <Field label={texts.states} name="states" required placeholder="MN, WI" />
            <Field label={texts.expiresOn} name="expiresOn" type="date" />
          </div>
          <p class="small soft">{texts.askNote}</p>
        </ChangeForm>
      </div>
    </Panel>
  );
}

const tones = { REQUESTED: 'plain', PENDING: 'warn', ACCEPTED: 'good', DECLINED: 'bad', REVOKED: 'plain' } as const;

const columns = (show: (row: RequestRow) => void): readonly Column<RequestRow>[] => [
  {
    name: texts.columns.customer,
    cell: ({ customerId, customer }) => (
      <a href={customerPageLink(customerId)} class="strong long">
        {customer?.name ?? customer?.externalId ?? customerId}
      </a>
    ),
  },
  { name: texts.columns.states, isExtra: true, cell: ({ states }) => states.join(', ') },
  {
    name: texts.columns.submitted,
    isExtra: true,
    cell: ({ serviceId, submittedAt, file }) => (
      <>
        {submittedAt && instantText(submittedAt)}{' '}
        {file && (
          <ServedFile path={requestFilePath(serviceId)} text={texts.file} label={`${texts.file}: ${file.name}`} />
        )}
      </>
    ),
  },
  { name: texts.columns.expires, isExtra: true, cell: ({ expiresOn }) => dayText(expiresOn) },
  {
    name: texts.columns.status,
    cell: ({ status }) => <Badge tone={tones[status]}>{recordTexts.certificateRequestStatuses[status]}</Badge>,
  },
  {
    name: texts.columns.decide,
    cell: (row) =>
      (row.status === 'PENDING' || row.status === 'REQUESTED') && (
        <button type="button" onClick={() => show(row)}>
          {row.status === 'PENDING' ? texts.decide : texts.showLink}
        </button>
      ),
  },
];
