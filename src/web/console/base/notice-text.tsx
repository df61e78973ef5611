import { withDays } from '../format/format.ts';
import { certificateLink } from './links.ts';

/** The message of a notice. `Exemption` and its id become a link. */
export function NoticeText({ message }: { readonly message: string }) {
  const [, name, id, rest] = /^(Exemption) ([0-9a-f-]{36})( .*)$/.exec(message) ?? [];
  if (id === undefined) return <>{withDays(message)}</>;
  return (
    <>
      <a href={certificateLink(id)}>{name}</a>
      {rest}
    </>
  );
}
