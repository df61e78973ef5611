import { z } from 'zod';
import { customerTypes } from '../../domain/customers/customer.ts';
import { exemptionTypes } from '../../domain/exemptions/exemption.ts';
import { exemptionReasons } from '../../domain/exemptions/exemption-reason.ts';
import { type AppliedCertificate, appliedCertificates, documentBuyer } from '../../domain/transactions/evidence.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { shown, shownNumber } from '../http/json.ts';
import { choice, day, list, named, rate, text } from '../http/members.ts';

const buyerResponse = named('DocumentBuyer', 'Buyer as known when a document was calculated.', {
  name: text('Name then; absent if it had none.').optional(),
  customerType: choice(customerTypes, 'Type of customer that the tax was calculated for.'),
  taxNumber: text('VAT or other tax number then; absent if it had none.', ['DE136695976']).optional(),
});

const certificateResponse = named(
  'AppliedCertificate',
  'Certificate that relieved a line, as it was when the document was calculated.',
  {
    exemptionId: text('serviceId of the exemption, as in certificateId of the tax lines.'),
    country: text('Country that the certificate is valid in.', ['US']),
    state: text('State that the certificate is valid in; absent for the whole country.', ['MN']).optional(),
    number: text('Number of the certificate; absent if it has none, or was not copied yet.').optional(),
    name: text('Name of the certificate.', ['ST3']).optional(),
    exemptionReason: choice(exemptionReasons, 'Ground for the exemption; absent if none was stated.').optional(),
    classification: z
      .object({
        code: text('Code of the reason.').optional(),
        description: text('Description of the reason.').optional(),
      })
      .meta({ description: 'The reason in the seller’s own words.' })
      .optional(),
    validFrom: day('First day of validity; absent without one.').optional(),
    validThrough: day('Last day of validity; absent if open-ended.').optional(),
    exemptionType: choice(exemptionTypes, 'Whether it relieved the whole tax or a part of it.'),
    exemptFraction: rate('Exempt share of the price; absent if it relieved otherwise.').optional(),
    reducedRate: rate('Highest rate under the certificate; absent if it relieved otherwise.').optional(),
    taxCodes: list(text('A tax code.', ['C1S1']), 'Tax codes that it covers; empty for all.'),
  },
);

/** The members of the full form that keep what the tax relied on. */
export const evidenceMembers = {
  buyer: buyerResponse.optional().meta({
    description:
      'Buyer as known when the tax was calculated, whatever the customer is now; on a refund of a stored invoice, that of the invoice. Absent for a quote whose token may not read customers.',
  }),
  certificates: list(
    certificateResponse,
    'Certificates that relieved a line, as they were when the tax was calculated; empty if none did.',
  ),
};

export function buyerJson(snapshot: TransactionSnapshot) {
  const buyer = documentBuyer(snapshot);
  return buyer
    ? { name: shown(buyer.name), customerType: buyer.customerType, taxNumber: shown(buyer.taxNumber) }
    : undefined;
}

export function certificatesJson(snapshot: TransactionSnapshot) {
  return appliedCertificates(snapshot).map(certificateJson);
}

function certificateJson({ validFrom, validThrough, classification, ...certificate }: AppliedCertificate) {
  return {
    ...certificate,
    state: shown(certificate.state),
    number: shown(certificate.number),
    name: shown(certificate.name),
    exemptionReason: shown(certificate.exemptionReason),
    classification: classification
      ? { code: shown(classification.code), description: shown(classification.description) }
      : undefined,
    validFrom: shown(validFrom),
    validThrough: shown(validThrough),
    exemptFraction: shownNumber(certificate.exemptFraction),
    reducedRate: shownNumber(certificate.reducedRate),
  };
}
