import { citedSources } from '../../base/citation.ts';
import { jurisdiction } from '../../base/jurisdiction.ts';
import { notice } from '../../base/notice.ts';
import { field, type RecordOf, record } from '../../base/record.ts';
import { returnPayment } from '../payment/return-payment.ts';

export const formLine = record('TaxReturnFormLine', 'A box on a form, or a cell in its schedule.', {
  form: field.text('Form or schedule with the box, such as 01-116.', { examples: ['01-114'] }),
  box: field.text('Number or name of the box or schedule column.', { examples: ['2'] }),
  label: field.text('Name of the box on the form.', { examples: ['TAXABLE SALES'] }),
  jurisdiction: field.optional(
    field.part(jurisdiction, 'Jurisdiction of a schedule row.'),
    'for a box on the form itself',
  ),
  value: field.optional(field.text('Value to enter.', { examples: ['1250'] }), 'if the filer must provide the value'),
  currency: field.optional(field.currency('Currency of the amount.'), 'if the value is not an amount'),
  decimalPlaces: field.optional(
    field.count('Decimal places of the amount on the form: 0 for whole units.'),
    'if the value is not an amount',
  ),
});
export type FormLine = RecordOf<typeof formLine>;

export const noAmount = { currency: null, decimalPlaces: null } satisfies Partial<FormLine>;

/** The available forms, as a sentence for descriptions. */
export const knownForms =
  'Available for Texas (Form 01-114 with 01-116), California (CDTFA-401-A with CDTFA-531-A2), Florida (DR-15), Illinois (ST-1), New York (ST-100, for its quarters from March), Pennsylvania (PA-3, lines 1 to 4) and full members of the Streamlined agreement (Simplified Electronic Return), and for the EU one-stop shop.';

export const filledForm = record('TaxReturnForm', 'The known figures in the boxes of the state form.', {
  formCode: field.text('Code of the form, such as `TX_01_114`.', { examples: ['TX_01_114'] }),
  name: field.text('Official name of the form.'),
  sources: citedSources('Source of the boxes, and the revision of the form.'),
  lines: field.list(
    formLine,
    200,
    'The boxes in the order of the form, followed by the rows of its local tax schedule, cell by cell.',
  ),
  notices: field.list(
    notice,
    3,
    'Notices about empty boxes, such as `LOCAL_CODE_MISSING`, and about differences between the form and the tax charged.',
  ),
  hasLocalPrepayments: field.flag('Whether the form separates prepayments of local tax; see `prepaidLocalAmount`.'),
  payment: field.optional(
    field.part(returnPayment, 'The amount payable, step by step from the tax charged.'),
    'for the one-stop shop',
  ),
});
export type FilledForm = RecordOf<typeof filledForm>;
