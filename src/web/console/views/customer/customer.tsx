import { Badge } from '../../base/badge.tsx';
import { type Fact, Facts } from '../../base/facts.tsx';
import type { RootOf } from '../../base/graphql.ts';
import { certificateRequestsLink, customersPath, newCertificateLink } from '../../base/links.ts';
import { MissingRecord, Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import type { ViewProps } from '../../base/view.ts';
import { addressLines } from '../../format/address.ts';
import { countryName, instantText } from '../../format/format.ts';
import { customersTexts, customerTexts as texts } from '../../texts/customers.ts';
import { known } from '../../texts/records.ts';
import { Certificates } from './certificates.tsx';
import { Coverage } from './coverage.tsx';
import { LatestDocuments } from './documents.tsx';
import { customerOperation } from './operations.ts';
import { TaxNumber } from './tax-number.tsx';

type Shown = RootOf<typeof customerOperation, 'customer'>;

export function CustomerView({ params: { id = '' }, query }: ViewProps) {
  const answer = useQuery(customerOperation, { by: { serviceId: id } });
  const customer = answer.data?.customer;
  if (!customer) {
    return (
      <MissingRecord answer={answer} field="customer" texts={texts} title={customersTexts.title}>
        <a href={customersPath}>{texts.toCustomers}</a>
      </MissingRecord>
    );
  }
  const { serviceId, name, externalId, customerType, email, erasedAt, taxNumber, address } = customer;
  return (
    <Page
      title={name ?? externalId}
      about={[externalId, email].filter(Boolean).join(' · ')}
      isBusy={answer.isLoading}
      actions={
        <>
          <a class="button" href={certificateRequestsLink(serviceId)}>
            {texts.askForCertificate}
          </a>
          <a class="button" href={newCertificateLink(serviceId)}>
            {texts.addCertificate}
          </a>
        </>
      }
    >
      <p class="row" title={known(customersTexts.typeNotes, customerType)}>
        <Badge tone={customerType === 'RETAIL' ? 'plain' : 'accent'}>{known(customersTexts.types, customerType)}</Badge>
        <span class="soft">{known(customersTexts.typeNotes, customerType)}</span>
        {erasedAt !== null && <Badge tone="warn">{texts.erased}</Badge>}
      </p>
      <Coverage serviceId={serviceId} isAlways={customerType === 'RETAIL_EXEMPT'} query={query} />
      <Certificates customerId={serviceId} />
      <LatestDocuments customerId={serviceId} />
      <div class="columns">
        <TaxNumber taxNumber={taxNumber} country={address ? (address.country ?? 'US') : null} />
        <Details customer={customer} />
      </div>
    </Page>
  );
}

function Details({ customer }: { readonly customer: Shown }) {
  const { externalId, source, email, address, comment, createdAt, updatedAt } = customer;
  const { details } = texts;
  const facts: readonly Fact[] = [
    [details.number, externalId],
    [details.source, source],
    [details.email, email],
    [details.address, address && <span class="lines">{addressText(address)}</span>],
    [details.comment, comment && <span class="lines">{comment}</span>],
    [details.stored, instantText(createdAt)],
    [details.changed, updatedAt === createdAt ? null : instantText(updatedAt)],
  ];
  return (
    <Panel title={details.title}>
      <Facts class="panel-body" facts={facts} />
    </Panel>
  );
}

function addressText(address: NonNullable<Shown['address']>): string {
  const { country } = address;
  return [...addressLines(address), ...(country ? [countryName(country)] : [])].join('\n');
}
