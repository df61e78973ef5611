import type { Notice } from '../../tax/model/assessment.ts';
import type { Builder } from './builder.ts';

export function addNotice(builder: Builder) {
  return builder.objectRef<Notice>('Notice').implement({
    description: 'Something the reader of a result should know: a doubt, a gap of the rate book, an assumption.',
    fields: (t) => ({
      code: t.exposeString('code', {
        description: 'For programs: `FACT_UNCERTAIN`, `LOCAL_RATES_INCOMPLETE`. Codes never change their meaning.',
      }),
      pointer: t.exposeString('pointer', {
        description: 'What it is about: a JSON pointer into the document, such as `/items/0/taxCode`.',
      }),
      message: t.exposeString('message', {
        description: 'A sentence for people: what is doubtful or missing, and what was done.',
      }),
    }),
  });
}

export type NoticeRef = ReturnType<typeof addNotice>;
