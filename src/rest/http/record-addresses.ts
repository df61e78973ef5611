import type { RecordName } from '../../domain/base/record-name.ts';
import type { RecordAddress } from './addresses.ts';
import { keyOf, serviceIdOf } from './record-name.ts';

/**
 * Customers and documents are at their key in the client's system, which `Location` names, and at the id that this service
 * assigned, which webhooks name.
 */
export function recordAddresses(
  noun: 'customers' | 'transactions',
  serviceId: string,
): readonly RecordAddress<RecordName>[] {
  return [
    {
      path: `/v1/${noun}/source/:source/externalId/:externalId`,
      suffix: '',
      example: {},
      nameOf: (request) => ({ key: keyOf(request) }),
    },
    {
      path: `/v1/${noun}/serviceId/:serviceId`,
      suffix: 'ByServiceId',
      example: { serviceId },
      nameOf: (request) => ({ serviceId: serviceIdOf(request) }),
    },
  ];
}
