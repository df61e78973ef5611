import { AppError } from '../../src/domain/base/errors.ts';

/** The `AppError` that a promise rejects with; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
