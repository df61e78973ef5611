import { AppError } from '../base/errors.ts';

export function customerNotFound(serviceId: string): AppError {
  return new AppError('CUSTOMER_NOT_FOUND', `Customer ${serviceId} not found.`, {
    facts: { missing: { recordType: 'CUSTOMER', path: ['customerId'], serviceId } },
  });
}
