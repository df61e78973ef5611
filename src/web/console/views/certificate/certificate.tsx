import { CertificateStatus } from '../../base/badge.tsx';
import { Confirm } from '../../base/change-form.tsx';
import { Action } from '../../base/dialog.tsx';
import { type Fact, Facts } from '../../base/facts.tsx';
import type { RootOf } from '../../base/graphql.ts';
import { certificatesPath, customerPageLink } from '../../base/links.ts';
import { MissingRecord, Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import type { ViewProps } from '../../base/view.ts';
import { distance, instantText, percent, validityText } from '../../format/format.ts';
import { placeName } from '../../format/place-text.ts';
import { certificatesTexts, certificateTexts as texts } from '../../texts/certificates.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { Effect } from './effect.tsx';
import { File } from './file.tsx';
import { cancelCertificateOperation, certificateOperation } from './operations.ts';
import { Renew } from './renew.tsx';

type Shown = RootOf<typeof certificateOperation, 'exemption'>;

export function CertificateView({ params: { id = '' }, query }: ViewProps) {
  const answer = useQuery(certificateOperation, { by: { serviceId: id } });
  const certificate = answer.data?.exemption;
  if (!certificate) {
    return (
      <MissingRecord answer={answer} field="exemption" texts={texts} title={texts.title}>
        <a href={certificatesPath}>{texts.toCertificates}</a>
      </MissingRecord>
    );
  }
  const name = nameOf(certificate);
  const { serviceId, certificateStatus, customer, exemptionType } = certificate;
  return (
    <Page
      title={
        <span class="row">
          {name} <CertificateStatus status={certificateStatus} />
        </span>
      }
      name={name}
      about={
        customer && (
          <>
            {texts.of} <a href={customerPageLink(customer.serviceId)}>{customer.name ?? customer.externalId}</a>
          </>
        )
      }
      isBusy={answer.isLoading}
      actions={
        <>
          <Renew certificate={certificate} name={name} />
          <Cancel certificate={certificate} name={name} />
        </>
      }
    >
      <div class="columns">
        <Terms certificate={certificate} />
        <File certificate={certificate} isRequired={answer.data?.account?.requireEvidence ?? false} />
      </div>
      <Effect serviceId={serviceId} isWhole={exemptionType === 'FULLY'} query={query} />
    </Page>
  );
}

function nameOf({ certificate }: Shown): string {
  return certificate?.certificateId ?? certificate?.name ?? certificatesTexts.noNumber;
}

function Cancel({ certificate, name }: { readonly certificate: Shown; readonly name: string }) {
  const { serviceId, version, exemptionStatus } = certificate;
  if (exemptionStatus === 'CANCELLED') return null;
  return (
    <Action text={texts.cancel}>
      {(close) => (
        <Confirm
          title={texts.cancelTitle(name)}
          onClose={close}
          confirm={texts.confirmCancel}
          keep={texts.keep}
          isDanger
          send={() => attempt(cancelCertificateOperation, { input: { by: { serviceId }, ifVersion: version } })}
        >
          <p>{texts.cancelNote}</p>
        </Confirm>
      )}
    </Action>
  );
}

function Terms({ certificate }: { readonly certificate: Shown }) {
  const { terms } = texts;
  const { exemptionReason, classification, validThrough, createdAt, updatedAt } = certificate;
  const paper = certificate.certificate;
  const words = [classification?.code, classification?.description].filter(Boolean).join(': ');
  const facts: readonly Fact[] = [
    [terms.place, placeName(certificate)],
    [terms.reason, exemptionReason && known(recordTexts.exemptionReasons, exemptionReason)],
    [terms.words, words],
    [terms.covers, coversText(certificate)],
    [
      terms.valid,
      <>
        {validityText(certificate)}
        {validThrough !== null && <span class="soft"> ({distance(validThrough)})</span>}
      </>,
    ],
    [terms.name, paper?.name],
    // Not a link, because user input may lead anywhere.
    [terms.url, paper?.url],
    [terms.stored, instantText(createdAt)],
    [terms.changed, updatedAt === createdAt ? null : instantText(updatedAt)],
  ];
  return (
    <Panel title={terms.title}>
      <Facts class="panel-body" facts={facts} />
    </Panel>
  );
}

function coversText({ exemptionType, exemptFraction, reducedRate, taxCodes }: Shown): string {
  const { terms } = texts;
  const codes = taxCodes.join(', ');
  if (exemptionType === 'FULLY') return codes === '' ? terms.everything : terms.fully(codes);
  const part = exemptFraction !== null ? terms.share(percent(exemptFraction)) : terms.rate(percent(reducedRate ?? '0'));
  return codes === '' ? part : part + terms.onlyCodes(codes);
}
