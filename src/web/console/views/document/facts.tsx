import type { ComponentChildren } from 'preact';
import { certificateLink, customerPageLink, documentLink, documentsLink } from '../../base/links.ts';
import { NoticeText } from '../../base/notice-text.tsx';
import { Panel } from '../../base/page.tsx';
import { addressLines } from '../../format/address.ts';
import { dayText, money } from '../../format/format.ts';
import { placeName, placeParts } from '../../format/place-text.ts';
import { documentTexts } from '../../texts/document.ts';
import { known, recordTexts } from '../../texts/records.ts';
import type { ShownDocument } from './copies.ts';

const { facts: texts, certificates, notices } = documentTexts;

type Address = ShownDocument['shipFromAddress'];
type Fact = readonly [name: string, value: ComponentChildren];

export function Facts({ document }: { readonly document: ShownDocument }) {
  const { customer, buyer, shippingAddress, shipFromAddress, reportingPeriod, places, refunds } = document;
  const { precision } = shippingAddress.matchedAddressData;
  const facts: readonly (Fact | null)[] = [
    [texts.customer, <a href={customerPageLink(customer.serviceId)}>{customer.name ?? customer.externalId}</a>],
    buyer?.taxNumber ? [texts.taxNumber, buyer.taxNumber] : null,
    [texts.date, dayText(document.taxDate)],
    reportingPeriod && [
      texts.reported,
      <a href={documentsLink({ reported: `${reportingPeriod.from}..${reportingPeriod.to}` })}>
        {dayText(reportingPeriod.from)} – {dayText(reportingPeriod.to)}
      </a>,
    ],
    [texts.shippedTo, <AddressLines address={shippingAddress} />],
    [texts.matched, known(recordTexts.precisions, precision)],
    shipFromAddress && [texts.shippedFrom, <AddressLines address={shipFromAddress} />],
    document.deliveryMethod === 'COLLECTED' ? [texts.collected, texts.collectedByBuyer] : null,
    document.collectedBy || document.marketplace || document.collectedTaxAmount
      ? [texts.collector, collectionText(document)]
      : null,
    document.placeEvidence
      ? [
          texts.placeEvidence,
          document.placeEvidence.map(({ kind, country }) => `${known(texts.evidence, kind)}: ${country}`).join(', '),
        ]
      : null,
    places[0] ? [texts.sourcing, known(recordTexts.sourcing, places[0].sourcing)] : null,
    document.subsidiary ? [texts.subsidiary, document.subsidiary] : null,
    document.createdFrom !== null
      ? [
          texts.createdFrom,
          document.createdFromTransaction ? (
            <a href={documentLink(document.createdFromTransaction.serviceId)}>{document.createdFrom}</a>
          ) : (
            document.createdFrom
          ),
        ]
      : null,
    refunds && refunds.nodes.length > 0
      ? [
          texts.refunds,
          <ul>
            {refunds.nodes.map((one) => (
              <li key={one.serviceId}>
                <a href={documentLink(one.serviceId)}>{one.externalId}</a>{' '}
                <span class="soft">{money(one.finalTransactionAmount, one.currency)}</span>
              </li>
            ))}
          </ul>,
        ]
      : null,
    document.exemptionOverride ? [texts.override, document.exemptionOverride.reason] : null,
    document.cancellationReason ? [texts.cancelled, document.cancellationReason] : null,
    [texts.source, document.source],
    [texts.rateBook, document.rateBookVersion],
    [texts.checks, <Checks document={document} />],
  ];
  return (
    <Panel title={texts.title}>
      <dl class="facts panel-body">
        {facts.flatMap((fact) =>
          fact ? [<dt key={`${fact[0]} name`}>{fact[0]}</dt>, <dd key={fact[0]}>{fact[1]}</dd>] : [],
        )}
      </dl>
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
