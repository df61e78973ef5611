import type { Notice } from '../../tax/model/assessment.ts';
import { builder } from './builder.ts';

export const NoticeRef = builder.objectRef<Notice>('Notice').implement({
  description: 'A remark on a result: an uncertain fact, a gap in the rate book, or an assumption that was made.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'A stable code for programs, such as `FACT_UNCERTAIN`, `LOCAL_RATES_INCOMPLETE`, or `TAX_DATE_OUT_OF_RANGE` (the tax date is before the first day of all rates of the place, or more than two years after they were last read, verified or changed).',
    }),
    pointer: t.exposeString('pointer', {
      description: 'What it refers to: a JSON pointer into the document, such as `/items/0/taxCode`.',
    }),
    message: t.exposeString('message', {
      description: 'A sentence for people: what is uncertain or missing, and what was done about it.',
    }),
  }),
});
