import { type Fact, Facts } from '../../base/facts.tsx';
import { certificateLink, customerPageLink, documentLink, documentsLink } from '../../base/links.ts';
import { NoticeText } from '../../base/notice-text.tsx';
import { Panel } from '../../base/page.tsx';
import { addressLines } from '../../format/address.ts';
import { dayText, money } from '../../format/format.ts';
import { placeName, placeParts } from '../../format/place-text.ts';
import { documentTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import type { ShownDocument } from './copies.ts';

const { facts: texts, certificates, notices } = documentTexts;

type Address = ShownDocument['shipFromAddress'];

export function Details({ document }: { readonly document: ShownDocument }) {
  const { customer, buyer, shippingAddress, shipFromAddress, reportingPeriod, places, refunds } = document;
  const { precision } = shippingAddress.matchedAddressData;
  const facts: readonly Fact[] = [
    [texts.customer, <a href={customerPageLink(customer.serviceId)}>{customer.name ?? customer.externalId}</a>],
    [texts.taxNumber, buyer?.taxNumber],
    [texts.date, dayText(document.taxDate)],
    [
      texts.reported,
      reportingPeriod && (
        <a href={documentsLink({ reported: `${reportingPeriod.from}..${reportingPeriod.to}` })}>
          {dayText(reportingPeriod.from)} – {dayText(reportingPeriod.to)}
        </a>
      ),
    ],
    [texts.shippedTo, <AddressLines address={shippingAddress} />],
    [texts.matched, known(recordTexts.precisions, precision)],
    [texts.shippedFrom, shipFromAddress && <AddressLines address={shipFromAddress} />],
    [texts.collected, document.deliveryMethod === 'COLLECTED' && texts.collectedByBuyer],
    [
      texts.collector,
      (document.collectedBy || document.marketplace || document.collectedTaxAmount) && collectionText(document),
    ],
    [
      texts.placeEvidence,
      document.placeEvidence?.map(({ kind, country }) => `${known(texts.evidence, kind)}: ${country}`).join(', '),
    ],
    [texts.sourcing, places[0] && known(recordTexts.sourcing, places[0].sourcing)],
    [texts.subsidiary, document.subsidiary],
    [
      texts.createdFrom,
      document.createdFromTransaction ? (
        <a href={documentLink(document.createdFromTransaction.serviceId)}>{document.createdFrom}</a>
      ) : (
        document.createdFrom
      ),
    ],
    [
      texts.refunds,
      refunds && refunds.nodes.length > 0 && (
        <ul>
          {refunds.nodes.map((one) => (
            <li key={one.serviceId}>
              <a href={documentLink(one.serviceId)}>{one.externalId}</a>{' '}
              <span class="soft">{money(one.finalTransactionAmount, one.currency)}</span>
            </li>
          ))}
        </ul>
      ),
    ],
    [texts.override, document.exemptionOverride?.reason],
    [texts.cancelled, document.cancellationReason],
    [texts.source, document.source],
    [texts.rateBook, document.rateBookVersion],
    [texts.checks, <Checks document={document} />],
  ];
  return (
    <Panel title={texts.title}>
      <Facts class="panel-body" facts={facts} />
    </Panel>
  );
}

/** A text such as `Collected by Amazon · tax 9.03`. */
function collectionText({ collectedBy, collectedTaxAmount, marketplace, currency }: ShownDocument): string {
  const { seller, by, soldOn, unknown, tax } = texts.collectors;
  const who = collectedBy === 'MARKETPLACE' ? by(marketplace) : collectedBy === 'SELLER' ? seller : unknown;
  const on = marketplace !== null && collectedBy !== 'MARKETPLACE' ? soldOn(marketplace) : null;
  return [who, on, collectedTaxAmount && tax(money(collectedTaxAmount, currency))].filter(Boolean).join(' · ');
}

function AddressLines({ address }: { readonly address: Address }) {
  if (!address) return null;
  const { country } = address;
  const isAmerican = country === null || country === 'US';
  const lines = [...addressLines(address), ...(isAmerican ? [] : [placeName({ country, state: null })])];
  return (
    <address>
      {lines.map((line) => (
        <span class="block" key={line}>
          {line}
        </span>
      ))}
    </address>
  );
}

function Checks({ document: { checks, currency } }: { readonly document: ShownDocument }) {
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length === 0) return <span class="good">{texts.allPassed(checks.length)}</span>;
  return (
    <ul class="bad">
      {failed.map(({ name, expected, actual, pointer }) => (
        <li key={`${name} ${pointer}`}>{texts.failed(name, money(expected, currency), money(actual, currency))}</li>
      ))}
    </ul>
  );
}

export function Certificates({ document }: { readonly document: ShownDocument }) {
  if (document.certificates.length === 0) return null;
  return (
    <Panel title={certificates.title}>
      <ul class="list">
        {document.certificates.map((one) => (
          <li key={one.exemptionId ?? one.place}>
            <div class="grow">
              <a
                href={
                  one.exemptionId === null
                    ? customerPageLink(document.customer.serviceId)
                    : certificateLink(one.exemptionId)
                }
                class="strong"
              >
                {one.certificateId ?? one.place}
              </a>
              <span class="small soft">
                {[
                  one.exemptionReason && known(recordTexts.exemptionReasons, one.exemptionReason),
                  placeName(placeParts(one.place)),
                  one.validThrough === null ? certificates.open : certificates.until(dayText(one.validThrough)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function Notices({ document }: { readonly document: ShownDocument }) {
  const { notices: sent, invoiceNotes } = document;
  if (sent.length === 0 && invoiceNotes.length === 0) return null;
  return (
    <Panel title={notices.title}>
      <ul class="panel-body stack-s small">
        {sent.map(({ code, message, pointer }) => (
          <li key={code + pointer + message}>
            <NoticeText message={message} />
          </li>
        ))}
        {invoiceNotes.map((note) => (
          <li key={note}>
            <span class="soft">{notices.notes}:</span> {note}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
