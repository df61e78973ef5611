import { jurisdiction } from '../base/jurisdiction.ts';
import { type Field, field, record } from '../base/record.ts';
import { vatCategory } from '../base/vat-category.ts';
import type { Customer } from '../customers/customer.ts';
import { exemptionReason } from '../exemptions/exemption-reason.ts';
import { codedPlace, placeCode, stateCode } from '../places/place-code.ts';
import { placeField, stateField } from '../places/place-fields.ts';
import type { Item, LineFigures } from './document-line.ts';
import { storedExemptionId } from './evidence.ts';
import { describeAttributes } from './item-attributes.ts';
import { netOf } from './parts-of-line.ts';
import { asCounted, reportedOn, reportingDay, signedAmount, withoutTax } from './signed-amount.ts';
import { placeOfLine } from './snapshot-places.ts';
import { type DocumentTaxLine, type ShownTaxLine, taxLine, taxLinesOf } from './tax-line.ts';
import { calculatedDocument, type Transaction, transaction } from './transaction.ts';
import { taxReason } from './transaction-enums.ts';
import type { RecordedTransaction, SnapshotEvidence, SnapshotLine, SnapshotPlace } from './transaction-snapshot.ts';
import { vatCategoryOf } from './vat-category.ts';

/** The tax of one jurisdiction on a line of a document; `part` is null for an untaxed line. */
type TaxLineRow = {
  readonly transaction: Transaction;
  readonly pointer: string;
  readonly figures: LineFigures & Pick<Item, 'taxCode' | 'attributes'>;
  readonly place: SnapshotPlace;
  readonly part: ShownTaxLine | null;
  readonly vatCategory: DocumentTaxLine['vatCategory'];
  /** The evidence for the certificate applied to the tax line. */
  readonly evidence: SnapshotEvidence | null;
  readonly customer: Pick<Customer, 'name' | 'externalId'>;
};

type DocumentOfLines = RecordedTransaction & Pick<TaxLineRow, 'customer'>;

/** Document fields, read from a tax line row. */
function ofDocument<Name extends string>(
  fields: Readonly<Record<Name, Field>>,
  names: readonly Name[],
): Record<Name, Field> {
  const read = (name: Name) => (row: TaxLineRow) => (row.transaction as Readonly<Record<string, unknown>>)[name];
  const entries = names.map((name): [Name, Field] => [name, { ...fields[name], read: read(name) } as Field]);
  return Object.fromEntries(entries) as Record<Name, Field>;
}

/** A field of the tax line; absent on a line without tax. */
function ofPart<Of extends Field>(of: Of, read: (part: ShownTaxLine) => unknown) {
  const readRow = ({ part }: TaxLineRow) => part && read(part);
  return field.derived(
    field.optional(of, 'for an untaxed line without a jurisdiction'),
    readRow as (row: TaxLineRow) => never,
  );
}

/** An amount of the tax line, with its sign in the liability report. */
function signedPart(words: string, amount: 'taxableAmount' | 'exemptAmount' | 'taxAmount') {
  const none = 'for an untaxed line without a jurisdiction';
  return field.derived(
    field.optional(field.amount(words, { unit: asCounted }), none),
    ({ part, transaction: of }: TaxLineRow) => part && signedAmount(part[amount], of),
  );
}

export const taxLineRecord = record(
  'TaxLineRecord',
  'The tax of one jurisdiction on a line of a document, or an untaxed line without a jurisdiction.',
  {
    ...ofDocument(transaction.fields, [
      'serviceId',
      'source',
      'externalId',
      'transactionType',
      'transactionStatus',
      'transactionFilingStatus',
      'customerId',
    ]),
    ...ofDocument(calculatedDocument.fields, ['taxDate', 'currency', 'subsidiary']),
    pointer: field.text('JSON pointer to the line.', { examples: ['/items/0', '/shippingFee'] }),
    taxCode: field.derived(
      field.text('Tax code of the line.', { examples: ['C1S1'] }),
      ({ figures }: TaxLineRow) => figures.taxCode,
    ),
    attributes: field.derived(
      field.optional(
        field.text('Attributes of the item as submitted.', { examples: ['isPrescribed: true, isMailed: false'] }),
        'if not sent',
      ),
      ({ figures }: TaxLineRow) => (figures.attributes ? describeAttributes(figures.attributes) : null),
    ),
    lineAmount: field.derived(
      field.amount('Total of the line after discounts.'),
      ({ figures }: TaxLineRow) => figures.calculatedTotal,
    ),
    lineReason: field.derived(
      field.choice(taxReason, 'Reason for the tax on the line.'),
      ({ figures }: TaxLineRow) => figures.reason,
    ),
    country: field.derived(field.country('Country that levies the tax.'), ({ place }: TaxLineRow) => place.country),
    place: field.derived(placeField, ({ place }: TaxLineRow) => placeCode(codedPlace(place))),
    state: field.derived(stateField, ({ place }: TaxLineRow) => stateCode(codedPlace(place))),
    jurisdiction: ofPart(field.part(jurisdiction, 'Authority that levies the tax.'), ({ from }) => from.jurisdiction),
    appliedRate: ofPart(field.fraction('Rate applied.'), ({ appliedRate }) => appliedRate),
    taxableAmount: ofPart(taxLine.fields.taxableAmount, ({ taxableAmount }) => taxableAmount),
    exemptAmount: ofPart(taxLine.fields.exemptAmount, ({ exemptAmount }) => exemptAmount),
    taxAmount: ofPart(taxLine.fields.taxAmount, ({ taxAmount }) => taxAmount),
    reason: ofPart(taxLine.fields.reason, ({ reason }) => reason),
    exemptionId: ofPart(taxLine.fields.exemptionId, ({ certificateId }) => storedExemptionId(certificateId)),
    certificateId: field.derived(
      field.optional(
        field.text('Number of the certificate that reduced the tax.'),
        'if no certificate reduced the tax, or if the certificate has no number',
      ),
      ({ evidence }: TaxLineRow) => evidence?.number ?? null,
    ),
    exemptionReason: field.derived(
      field.optional(field.choice(exemptionReason, 'Reason on the certificate.'), 'if no reason was given'),
      ({ evidence }: TaxLineRow) => evidence?.exemptionReason ?? null,
    ),
    vatCategory: field.optional(
      field.choice(vatCategory, 'VAT category (BT-118 of EN 16931).'),
      'for US sales tax and other taxes except VAT, and where the reason allows several categories',
    ),
    customerName: field.derived(
      field.optional(field.text('Current name of the customer.'), 'if the customer has no name'),
      ({ customer }: TaxLineRow) => customer.name,
    ),
    customerExternalId: field.derived(
      field.text('Id of the customer in your system, such as C-1.'),
      ({ customer }: TaxLineRow) => customer.externalId,
    ),
    reportedOn: field.derived(reportedOn, ({ transaction: of }: TaxLineRow) => reportingDay(of)),
    signedNetAmount: field.derived(
      field.amount(
        'Total of the line after discounts, without tax; for a fee split over goods with several rates, the total of the part with this rate. Repeated for each jurisdiction.',
        { unit: asCounted },
      ),
      ({ figures, part, transaction: of }: TaxLineRow) =>
        signedAmount(
          part?.part === undefined
            ? withoutTax(figures.calculatedTotal, figures.taxAmount, of.isTaxInclusive)
            : netOf(part),
          of,
        ),
    ),
    signedTaxableAmount: signedPart('Part of the net amount taxed by the jurisdiction.', 'taxableAmount'),
    signedExemptAmount: signedPart('Part of the net amount not taxed by the jurisdiction.', 'exemptAmount'),
    signedTaxAmount: signedPart('Tax levied by the jurisdiction.', 'taxAmount'),
  },
);

/** The tax lines of the items, then of the shipping fee. */
export function* taxLineRows(document: DocumentOfLines): Generator<TaxLineRow> {
  const { transaction: one, snapshot } = document;
  for (const [index, figures] of one.items.entries()) {
    yield* rowsOfLine(document, { pointer: `/items/${index}`, figures }, snapshot.items[index]);
  }
  if (!one.shippingFee) return;
  yield* rowsOfLine(document, { pointer: '/shippingFee', figures: one.shippingFee }, snapshot.shippingFee);
}

function* rowsOfLine(
  { transaction: one, snapshot, customer }: DocumentOfLines,
  line: Pick<TaxLineRow, 'pointer' | 'figures'>,
  frozen: SnapshotLine | null | undefined,
): Generator<TaxLineRow> {
  const place = placeOfLine(snapshot, frozen ?? {});
  const parts = frozen ? taxLinesOf(snapshot, frozen) : [];
  const shared = { transaction: one, ...line, place, customer };
  if (parts.length === 0) yield { ...shared, part: null, vatCategory: null, evidence: null };
  for (const part of parts) {
    const { certificateId, appliedRate, reason, from } = part;
    yield {
      ...shared,
      part,
      vatCategory: vatCategoryOf({ appliedRate, reason, jurisdiction: from.jurisdiction, supply: frozen!.supply }),
      evidence: snapshot.evidence?.find(({ id }) => id === certificateId) ?? null,
    };
  }
}
