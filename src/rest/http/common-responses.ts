import { address } from '../../domain/base/address.ts';
import { notice } from '../../domain/base/notice.ts';
import { list } from './members.ts';
import { jsonOf, responseOf } from './record-response.ts';

export const notices = (description: string) => list(responseOf(notice), description);
export const addressResponse = responseOf(address);
export const addressJson = jsonOf(address);
