import { recordAddresses } from '../http/addresses.ts';
import { exampleIds } from '../openapi/example-data.ts';

export const customerAddresses = recordAddresses('customers', exampleIds.customer);
