import { recordAddresses } from '../http/record-addresses.ts';
import { exampleIds } from '../openapi/example-data.ts';

export const documentAddresses = recordAddresses('transactions', exampleIds.transaction);
