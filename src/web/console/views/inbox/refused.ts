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

/**
 * The reason why a document was refused, when, and how often. Codes from a later release are shown with the gateway's
 * message.
 */
export function whyRefused({ code, message, pointer, refusedAt, refusalCount }: Refused): string {
  const known: Readonly<Record<string, string>> = texts.refusedFor;
  const words = known[code] ?? message;
  return [
    pointer === null ? words : texts.refusedIn(words, positionText(pointer)),
    instantText(refusedAt),
    ...(refusalCount > 1 ? [texts.refusedOften(refusalCount)] : []),
  ].join(' · ');
}

/** The position of a JSON pointer in words: `item 1, field unitPrice` for `/items/0/unitPrice`. */
function positionText(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  const named: Readonly<Record<string, string>> = texts.positions;
  const words = parts.flatMap((part, index) => {
    if (/^\d+$/.test(part)) return (parts[index - 1] === 'items' ? texts.item : texts.entry)(Number(part) + 1);
    if (part === 'items' && index + 1 < parts.length) return [];
    return named[part] ?? texts.field(part.replaceAll('~1', '/').replaceAll('~0', '~'));
  });
  return words.join(', ');
}
