import { enumeration } from '../base/record.ts';

export const sourcing = enumeration('Sourcing', 'The address that determines the rates for a sale.', {
  ORIGIN: 'The address from which goods are shipped.',
  DESTINATION: 'The address to which goods are shipped.',
  MIXED: 'The origin for state, county and city rates, the destination for district rates.',
});
