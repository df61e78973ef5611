import { notice } from '../../domain/base/notice.ts';
import { recordType } from './record-type.ts';

export const NoticeRef = recordType(notice);
