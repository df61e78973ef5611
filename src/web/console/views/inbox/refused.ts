import { instantText } from '../../format/format.ts';
import { inboxTexts } from '../../texts/inbox.ts';

const { decisions: texts } = inboxTexts;

type Refused = {
  readonly code: string;
  readonly message: string;
  readonly pointer: string | null;
  readonly refusedAt: string;
  readonly refusalCount: number;
};

/** The reason why a document was refused, when, and how often. Codes of a later release use the gateway's message. */
export function whyRefused({ code, message, pointer, refusedAt, refusalCount }: Refused): string {
  const known: Readonly<Record<string, string>> = texts.refusedFor;
  const words = known[code] ?? message;
  return [
    pointer === null ? words : texts.refusedAt(words, pointer),
    instantText(refusedAt),
    ...(refusalCount > 1 ? [texts.refusedOften(refusalCount)] : []),
  ].join(' · ');
}
