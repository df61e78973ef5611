import { recordAddresses } from '../http/record-addresses.ts';
import { exampleIds } from '../openapi/example-data.ts';

export const customerAddresses = recordAddresses('customers', exampleIds.customer);
