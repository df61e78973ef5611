import type { Logger } from 'pino';

const lateMs = 60_000;

/** Tracks the age of the oldest unread change, and logs a warning about once a minute while it is too old. */
export function createUnreadWatch(log: Pick<Logger, 'warn'>, now: () => Date) {
  let since: Date | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  const ageMs = () => (since === null ? 0 : Math.max(0, now().getTime() - since.getTime()));
  return {
    ageMs,
    onUnread(oldest: Date | null): void {
      since = oldest;
      if (ageMs() < lateMs || now().getTime() - toldAt < lateMs) return;
      toldAt = now().getTime();
      log.warn(
        { seconds: Math.round(ageMs() / 1_000) },
        'changes are waiting to be read for webhooks: a database transaction that wrote a record may still be open',
      );
    },
  };
}
