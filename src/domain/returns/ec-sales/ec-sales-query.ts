import { z } from 'zod';
import { absentAsNull, boundedText } from '../../base/fields.ts';
import { reportPeriodFields } from '../../base/report-period.ts';

export const ecSalesListFields = z.object({
  ...reportPeriodFields,
  country: absentAsNull(boundedText(1, 50)).meta({
    description: 'Member state of the list, by code or name. Default: the country of your home address.',
  }),
});
