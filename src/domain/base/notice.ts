import { noticeMeanings } from '../../tax/model/notices.ts';
import { enumeration, field, type RecordOf, record } from './record.ts';

export const noticeCode = enumeration('NoticeCode', 'Stable code of a notice.', noticeMeanings);

export const notice = record(
  'Notice',
  'A remark on a result: an uncertain fact, a gap in the rate book, or an assumption.',
  {
    code: field.text('Stable code for programs, such as `FACT_UNCERTAIN` or `LOCAL_RATES_INCOMPLETE`.', {
      meanings: noticeMeanings,
    }),
    pointer: field.text(
      'JSON pointer to the affected member, such as `/items/0/taxCode`; empty for the whole document.',
    ),
    message: field.text('Human-readable message: what is uncertain or missing, and how it was handled.'),
  },
);

/** A notice in a stored record, which another release may have written. */
export type StoredNotice = RecordOf<typeof notice>;
