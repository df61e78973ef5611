import { citedSources } from '../../base/citation.ts';
import { jurisdiction } from '../../base/jurisdiction.ts';
import { enumeration, field, type RecordOf, record } from '../../base/record.ts';

const replayCause = enumeration('ReplayCause', 'Why a recalculated document has different figures.', {
  RATE_CHANGED: 'An authority charges a different rate, or has stopped or started taxing the place.',
  RULE_CHANGED:
    'The goods or services are taxed differently in the place, or the document can no longer be calculated.',
  PRODUCT_CHANGED: 'The tax code of a product changed.',
  CUSTOMER_CHANGED: 'The type, tax number or country of the customer changed.',
  CERTIFICATE_CHANGED: 'Exemptions of the customer were added, changed or ended.',
  SETTINGS_CHANGED: 'The settings, registrations or nexus of the account changed.',
  EXCHANGE_RATE_CHANGED: 'The exchange rate to the reporting currency changed.',
  ENGINE_CHANGED: 'This release calculates differently from the original release.',
  BOOK_NOT_KEPT:
    'The rate book of the document is not in the archive of this store. The rates and rules stored with the ' +
    'document were used instead.',
  FACTS_NOT_KEPT:
    'The document was calculated by a release that did not keep the account settings. The current settings were ' +
    'used instead.',
  UNEXPLAINED: 'No other cause applies: the stored figures cannot be derived from the stored data.',
});

const replayChange = record('ReplayChange', 'A change that makes the figures differ.', {
  cause: field.choice(replayCause, 'What changed.'),
  pointer: field.text(
    'JSON pointer to the change: a line of the document (`/items/0`), `/customer/taxNumber`, ' +
      '`/exchangeRate/rate`, `/rateBookVersion`, a setting (`/account/roundingLevel`), or empty for the whole ' +
      'document.',
  ),
  message: field.text('Description of the change.'),
  jurisdiction: field.absent(field.part(jurisdiction, 'Authority whose rate or rule changed.'), 'for other causes'),
  before: field.absent(field.text('Previous value, such as a rate.', { examples: ['0.06875'] }), 'if the value is new'),
  after: field.absent(field.text('Current value.', { examples: ['0.07'] }), 'if the value no longer exists'),
  sources: citedSources('Source publications for the rate or rule; empty for other causes.'),
});
export type ReplayChange = RecordOf<typeof replayChange> & { readonly source?: string | null };

const calculationBasis = record('CalculationBasis', 'Inputs used to calculate a stored document.', {
  rateBookVersion: field.text('Version of the rate book used.', { examples: ['2026.11.25-1'] }),
  rateBookDigest: field.absent(
    field.text('SHA-256 of the rate book, in base64url.'),
    'for documents from release 0.1.0, and for refunds, which use the figures of their invoice',
  ),
  engineVersion: field.absent(
    field.text('Release of this product that calculated the document.', { examples: ['0.1.0'] }),
    'for documents from release 0.1.0',
  ),
  inputDigest: field.text('SHA-256 of the complete input, in base64url.'),
});

export const replay = record('Replay', 'A recalculated document, with the differences from its stored figures.', {
  serviceId: field.uuid('Id that this service assigned to the document.'),
  source: field.text('Store or channel in your system: a number from 1 to 10.'),
  externalId: field.text('Id of the document in your system.'),
  rateBookVersion: field.text('Version of the rate book used for the recalculation.'),
  reproduces: field.flag('Whether every figure equals the stored figure.'),
  currency: field.currency('ISO 4217 currency of the amounts.'),
  taxAmount: field.absent(field.amount('Recalculated tax.'), 'if the document can no longer be calculated'),
  taxDifference: field.absent(
    field.amount('Recalculated tax minus stored tax.'),
    'if the document can no longer be calculated',
  ),
  changes: field.list(replayChange, 2, 'Changes that cause the differences, in the order in which they were applied.'),
  calculatedWith: field.part(calculationBasis, 'Inputs used to calculate the stored figures.'),
});
export type Replay = RecordOf<typeof replay>;
