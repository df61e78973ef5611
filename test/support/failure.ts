import { AppError } from '../../src/domain/base/errors.ts';

/** The error of ours that a promise fails with; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
