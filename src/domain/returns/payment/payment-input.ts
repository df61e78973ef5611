import type { z } from 'zod';
import { prepaymentInput } from '../../base/amount.ts';
import { absentAsNull } from '../../base/fields.ts';
import { dayInput } from '../../base/report-period.ts';

/** Payment facts that the seller provides. */
export const paymentFields = {
  filedOn: absentAsNull(dayInput).meta({
    description:
      'Day of filing and payment, which determines the discount; must be after the period. An amendment can have an earlier day than the previous filing, to correct a day recorded too late. A return cannot be filed with a day in the future. Default: today, or the day of a filed return.',
  }),
  prepaidAmount: absentAsNull(prepaymentInput).meta({
    description:
      'Prepayments for the period credited on the return, in US dollars. Default: the amount given with the last filing, or 0.',
  }),
  prepaidLocalAmount: absentAsNull(prepaymentInput).meta({
    description:
      'Part of `prepaidAmount` for local taxes. Required with a prepayment if the form separates local prepayments (`hasLocalPrepayments`, in Texas); refused for other forms. Default: the amount given with the last filing, unless `prepaidAmount` is sent.',
  }),
};
export type PaymentInput = { readonly [Name in keyof typeof paymentFields]: z.output<(typeof paymentFields)[Name]> };
