import { today } from '../../format/format.ts';
import { nexusTexts as texts } from '../../texts/nexus.ts';
import { withQuery } from '../router.ts';
import { Steps } from '../tabs.tsx';

/** The year given by the URL; by default this year. */
export function yearIn(query: URLSearchParams): string {
  const asked = query.get('year') ?? '';
  return /^20\d{2}$/.test(asked) ? asked : today().slice(0, 4);
}

export function Years({ year }: { readonly year: string }) {
  const link = (by: number) => {
    const other = String(Number(year) + by);
    return withQuery({ year: other === today().slice(0, 4) ? null : other });
  };
  return (
    <span class="row tight">
      <Steps previous={{ href: link(-1), label: texts.previousYear }} next={{ href: link(1), label: texts.nextYear }}>
        <span class="strong">{year}</span>
      </Steps>
    </span>
  );
}
