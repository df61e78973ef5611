import { citedSources } from '../../base/citation.ts';
import { jurisdiction } from '../../base/jurisdiction.ts';
import { enumeration, field, type RecordOf, record } from '../../base/record.ts';

const replayCause = enumeration('ReplayCause', 'Why a document that is calculated again has other figures.', {
  RATE_CHANGED: 'An authority charges another rate, or does not tax the place any more, or now does.',
  RULE_CHANGED: 'The goods or services are taxed differently there.',
  CUSTOMER_CHANGED: 'The customer has another type or tax number.',
  CERTIFICATE_CHANGED: 'Exemptions of the customer were added, changed or ended.',
  SETTINGS_CHANGED: 'The account has other settings, registrations or nexus.',
  EXCHANGE_RATE_CHANGED: 'The exchange rate to the reporting currency has changed.',
  ENGINE_CHANGED: 'This release calculates differently from the one that calculated the document.',
  BOOK_NOT_KEPT:
    'The rate book of the document is not in the archive of this store. The rates and rules that were stored with the document were used instead.',
  FACTS_NOT_KEPT:
    'The document was calculated by a release that did not keep the settings of the account. The current ones were used instead.',
  UNEXPLAINED: 'None of these: the stored figures cannot be derived from the stored facts.',
});

const replayChange = record('ReplayChange', 'A change behind different figures of a document.', {
  cause: field.choice(replayCause, 'What changed.'),
  pointer: field.text(
    'JSON pointer to it: a line of the document (`/items/0`), `/customer/taxNumber`, `/exchangeRate/rate`, `/rateBookVersion`, a setting (`/account/roundingLevel`), or empty for the whole document.',
  ),
  message: field.text('The change in words.'),
  jurisdiction: field.absent(field.part(jurisdiction, 'Authority whose rate or rule changed.'), 'for other causes'),
  before: field.absent(field.text('Value before, such as a rate.', { examples: ['0.06875'] }), 'if it is new'),
  after: field.absent(field.text('Value now.', { examples: ['0.07'] }), 'if it is gone'),
  sources: citedSources('Publications of the rate or rule; empty for other causes.'),
});
export type ReplayChange = RecordOf<typeof replayChange> & { readonly source?: string | null };

const calculationBasis = record('CalculationBasis', 'What a stored document was calculated with.', {
  rateBookVersion: field.text('Version of the rate book that the calculation used.', { examples: ['2026.11.25-1'] }),
  rateBookDigest: field.absent(
    field.text('SHA-256 of the rate book, in base64url.'),
    'for documents of 0.1.0, and for refunds, which take the figures of their invoice',
  ),
  engineVersion: field.absent(
    field.text('Release of this product.', { examples: ['0.1.0'] }),
    'for documents of 0.1.0',
  ),
  inputDigest: field.text('SHA-256 of all that was sent, in base64url.'),
});

export const replay = record('Replay', 'A stored document that was calculated again, and what differs.', {
  serviceId: field.uuid('Id that this service assigned to the document.'),
  source: field.text('Store or channel in your system: a number from 1 to 10.'),
  externalId: field.text('Id of the document in your system.'),
  rateBookVersion: field.text('Version of the rate book that it was calculated again with.'),
  reproduces: field.flag('Whether every figure is the stored one.'),
  currency: field.currency('ISO 4217 currency of the amounts.'),
  taxAmount: field.absent(field.amount('Tax as calculated again.'), 'if the document cannot be calculated any more'),
  taxDifference: field.absent(
    field.amount('What it has more than the stored tax; negative for less.'),
    'if the document cannot be calculated any more',
  ),
  changes: field.list(replayChange, 2, 'What makes the figures differ, in the order in which it was applied.'),
  calculatedWith: field.part(calculationBasis, 'What the stored figures were calculated with.'),
});
export type Replay = RecordOf<typeof replay>;
