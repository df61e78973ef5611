import { nexusTexts } from '../../texts/nexus.ts';
import { Badge } from '../badge.tsx';
import type { Progress } from './progress.ts';

const tones = {
  collecting: 'accent',
  reached: 'bad',
  approaching: 'warn',
  below: 'plain',
  none: 'plain',
  untracked: 'plain',
} as const;

export function ProgressBadge({ progress }: { readonly progress: Progress }) {
  return <Badge tone={tones[progress]}>{nexusTexts.progress[progress]}</Badge>;
}

/** A bar that shows a share. The text next to it has the figure. */
export function Meter({ share }: { readonly share: string }) {
  const width = Math.min(100, Math.max(0, Number(share) * 100));
  const tone = width >= 100 ? 'full' : width >= 80 ? 'high' : 'low';
  return (
    <svg class={`meter meter-${tone}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" class="meter-back" />
      <rect width={width} height="6" class="meter-bar" />
    </svg>
  );
}
