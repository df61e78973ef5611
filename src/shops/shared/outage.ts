import { TollgateError } from '@tollgate/client';

type OutageCheck = {
  /** Whether the gateway is unavailable. `document` is the document or cart whose request failed. */
  isOutage(error: unknown, document: string): boolean;
  /** To call after each success. */
  responded(): void;
};

/**
 * Distinguishes an outage from an error that concerns a single document. An internal error may concern only its document. So
 * may a time-out, unless another document has timed out since the last response.
 */
export function createOutageCheck(): OutageCheck {
  let timedOut: string | null = null;
  const responded = () => {
    timedOut = null;
  };
  return {
    responded,
    isOutage(error, document) {
      if (!(error instanceof TollgateError)) return false;
      if (error.kind === 'TimedOut') {
        const isRepeated = timedOut !== null && timedOut !== document;
        timedOut = document;
        return isRepeated;
      }
      if (error.isTemporary && error.kind !== 'Internal') return true;
      responded();
      return false;
    },
  };
}
