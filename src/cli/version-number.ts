import { UsageError } from './command.ts';

/** A rate book version as typed; 0 is the bundled data. */
export function versionNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`${text} is not a version. Use a number such as 3, or 0 for the bundled data.`);
  return Number(text);
}

export function versionName(number: number): string {
  return number === 0 ? 'The bundled rate book' : `Version ${number} of the rate book`;
}
