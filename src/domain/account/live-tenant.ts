import { AppError } from '../base/errors.ts';

/** The error for a live tenant that requests a feature available only to test tenants. */
export function liveTenant(what: string): AppError {
  return new AppError('LIVE_TENANT', `${what} is only available to test tenants, and this tenant is live.`);
}
