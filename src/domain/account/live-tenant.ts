import { AppError } from '../base/errors.ts';

/** The error of a live tenant that asks for something of test tenants. */
export function liveTenant(what: string): AppError {
  return new AppError('LIVE_TENANT', `${what} is for test tenants, and this tenant is live.`);
}
