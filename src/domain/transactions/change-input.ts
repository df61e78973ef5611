import { reasonInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { reporting } from './transaction-enums.ts';

export const recalculationInput = input('RecalculateTransactionInput', 'The document to recalculate, and the reason.', {
  reason: reasonInput.meta({
    description: 'Reason for the recalculation, in 1 to 256 characters; stored as `recalculationReason`.',
    minLength: 1,
  }),
  reporting: choiceInput(reporting).optional().meta({
    description:
      'OWN_PERIOD also moves a late document into the period of its tax date, whose return must be open. Default: the document keeps its period.',
  }),
});

export const cancellationInput = input(
  'CancelTransactionInput',
  'The document to cancel, its version and the reason.',
  {
    reason: reasonInput.optional().meta({
      description:
        'Reason for the cancellation, in 1 to 256 characters, such as `Ordered twice`; stored as `cancellationReason`. Default: none.',
    }),
  },
);
