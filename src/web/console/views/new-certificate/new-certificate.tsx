import { useRef, useState } from 'preact/hooks';
import { ImpactShown, returnableIn } from '../../base/exemptions/impact.tsx';
import { impactOperation } from '../../base/exemptions/operations.ts';
import { RefundsStored } from '../../base/exemptions/refund-dialog.tsx';
import { certificateLink, customerPageLink, customersPath } from '../../base/links.ts';
import { customerNameOperation } from '../../base/operations.ts';
import { MissingRecord, Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import type { ViewProps } from '../../base/view.ts';
import { placeName, stateCodes } from '../../format/place-text.ts';
import { newCertificateTexts as texts } from '../../texts/certificates.ts';
import { customerTexts } from '../../texts/customers.ts';
import { Form } from './form.tsx';
import type { Stored } from './store.tsx';
import { Store } from './store.tsx';
import { inputOf, type TypedTerms } from './terms.ts';

const nothing: TypedTerms = {
  states: [],
  number: '',
  reason: '',
  from: '',
  to: '',
  isPartly: false,
  percentage: '',
  codes: '',
};

/**
 * The form for a new certificate, which may have arrived late. The effect on past sales is shown before the certificate
 * is stored.
 */
export function NewCertificate({ params: { id = '' }, query }: ViewProps) {
  const asked = useQuery(customerNameOperation, { by: { serviceId: id } });
  const named = asked.data?.customer;
  const sent = query.get('state');
  const [typed, setTyped] = useState<TypedTerms>({
    ...nothing,
    states: sent !== null && stateCodes.includes(sent) ? [sent] : [],
  });
  const [file, setFile] = useState<File | null>(null);
  const [previewed, setPreviewed] = useState<TypedTerms | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [stored, setStored] = useState<Stored | null>(null);
  const results = useRef<HTMLDivElement>(null);

  const read = previewed && inputOf(id, previewed);
  const input = read?.kind === 'input' ? read.input : null;
  const impact = useQuery(impactOperation, input && { input: { exemption: { described: input } } });
  const preview = () => {
    const now = inputOf(id, typed);
    setProblem(now.kind === 'problem' ? now.problem : null);
    if (now.kind !== 'input') return;
    setPreviewed(typed);
    requestAnimationFrame(() => results.current?.scrollIntoView({ block: 'nearest' }));
  };
  const isCurrent = previewed !== null && JSON.stringify(previewed) === JSON.stringify(typed);

  if (!named) {
    return (
      <MissingRecord answer={asked} field="customer" texts={customerTexts} title={texts.title}>
        <a href={customersPath}>{customerTexts.toCustomers}</a>
      </MissingRecord>
    );
  }
  const about = (
    <>
      {texts.for} <a href={customerPageLink(id)}>{named.name ?? named.externalId}</a>
    </>
  );
  if (stored) {
    return (
      <Page title={texts.done} about={about}>
        <Done stored={stored} customerId={id} />
      </Page>
    );
  }
  return (
    <Page title={texts.title} about={about}>
      <Panel title={texts.form}>
        <Form typed={typed} onType={setTyped} onFile={setFile} problem={problem} onPreview={preview} />
      </Panel>
      <div ref={results}>
        {input && (
          <Panel title={texts.effect} aside={<span class="small soft">{texts.effectNote}</span>}>
            <ImpactShown query={impact} />
            {impact.data?.exemptionImpact?.__typename === 'ExemptionImpact' && !impact.isLoading && (
              <Store
                input={input}
                file={file}
                isCurrent={isCurrent}
                returnable={returnableIn(impact.data)}
                onStored={setStored}
              />
            )}
          </Panel>
        )}
      </div>
    </Page>
  );
}

function Done({ stored, customerId }: { readonly stored: Stored; readonly customerId: string }) {
  const { exemptions, runs, problems } = stored;
  return (
    <section class="panel" aria-label={texts.done}>
      <div class="panel-body stack">
        <ul class="plain-list">
          {exemptions.map((one) => (
            <li key={one.serviceId}>
              <a href={certificateLink(one.serviceId)}>{texts.toCertificate(placeName(one))}</a>
            </li>
          ))}
        </ul>
        {runs.length > 0 && <RefundsStored runs={runs} />}
        {problems.map((problem) => (
          <p class="problem" role="alert" key={problem}>
            {problem}
          </p>
        ))}
        <p>
          <a class="button" href={customerPageLink(customerId)}>
            {texts.toCustomer}
          </a>
        </p>
      </div>
    </section>
  );
}
