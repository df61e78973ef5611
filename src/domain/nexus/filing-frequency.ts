import { type EnumerationValue, enumeration } from '../base/record.ts';

export const filingFrequency = enumeration('FilingFrequency', 'How often a return is filed.', {
  MONTHLY: 'Each calendar month.',
  QUARTERLY: 'Each calendar quarter.',
  HALF_YEARLY: 'From January to June, and from July to December.',
  YEARLY: 'Each calendar year.',
});
export type FilingFrequency = EnumerationValue<typeof filingFrequency>;
