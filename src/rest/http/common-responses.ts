import { notice } from '../../domain/base/notice.ts';
import { internalTimestamps } from '../../domain/base/timestamps.ts';
import { list } from './members.ts';
import { responseOf } from './record-response.ts';

export const notices = (description: string) => list(responseOf(notice), description);
export const internalTimestampsResponse = responseOf(internalTimestamps);
