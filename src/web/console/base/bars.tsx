import { useRef, useState } from 'preact/hooks';

type Bar = {
  readonly key: string;
  /** A number that only determines the length of a bar. The label has the exact figure. */
  readonly length: number;
  readonly label: string;
  readonly href: string;
  /** Text under the bar; may be empty. */
  readonly tick: string;
};

type BarsProps = {
  readonly caption: string;
  readonly bars: readonly Bar[];
  readonly scale: (length: number) => string;
};

const height = 160;
const width = 1_000;

/** Bars side by side, each a link. They share one Tab stop; arrow keys move between bars. */
export function Bars({ caption, bars, scale }: BarsProps) {
  const group = useRef<SVGSVGElement>(null);
  const [current, setCurrent] = useState(Math.max(0, bars.length - 1));
  const [shown, setShown] = useState<number | null>(null);
  const most = Math.max(0, ...bars.map(({ length }) => length));
  const least = Math.min(0, ...bars.map(({ length }) => length));
  const top = most > 0 || least === 0 ? niceTop(most) : 0;
  const bottom = least < 0 ? niceTop(-least) : 0;
  const span = top + bottom;
  const base = (top / span) * height;
  const yOf = (length: number) => (Math.abs(length) / span) * height;
  const step = width / Math.max(1, bars.length);
  // Wide bars would look like heavy blocks if there are only a few.
  const share = bars.length > 12 ? 0.7 : 0.4;
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(bars.length - 1, Math.max(0, current + by));
    setCurrent(next);
    group.current?.querySelectorAll('a')[next]?.focus();
  };
  const pointed = shown === null ? null : bars[shown];
  return (
    <figure class="bars">
      <figcaption class="row between">
        <span class="soft small">{caption}</span>
        <span class="small" aria-hidden="true">
          {pointed?.label ?? ''}
        </span>
      </figcaption>
      <div class="bars-frame">
        <div class="bars-scale small soft" aria-hidden="true">
          <span>{scale(top)}</span>
          <span>{bottom === 0 ? '' : scale(-bottom)}</span>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of links, not of fields. */}
        <svg
          ref={group}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="group"
          aria-label={caption}
          onKeyDown={move}
          onMouseLeave={() => setShown(null)}
        >
          <line class="bars-line" x1="0" x2={width} y1={base} y2={base} vector-effect="non-scaling-stroke" />
          {bars.map((bar, index) => (
            <a
              key={bar.key}
              href={bar.href}
              aria-label={bar.label}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => {
                setCurrent(index);
                setShown(index);
              }}
              onBlur={() => setShown(null)}
              onMouseEnter={() => setShown(index)}
            >
              <rect class="bars-column" x={index * step} y="0" width={step} height={height} />
              <rect
                class="bars-bar"
                x={index * step + (step * (1 - share)) / 2}
                width={step * share}
                y={bar.length < 0 ? base : base - yOf(bar.length)}
                height={yOf(bar.length)}
              />
            </a>
          ))}
        </svg>
      </div>
      <div class="bars-ticks small soft" aria-hidden="true">
        {bars.map(({ key, tick }) => (
          <span key={key}>{tick}</span>
        ))}
      </div>
    </figure>
  );
}

/** The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `most`; 1 if `most` is not positive. */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return (([1, 2, 2.5, 5, 10] as const).find((factor) => most <= factor * power * (1 + 1e-9)) ?? 10) * power;
}

const [sparkWidth, sparkHeight] = [120, 28];

/** The trend of a figure, without values. The text next to it has the values. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(...values, 0);
  const least = Math.min(...values, 0);
  const xOf = (index: number) => (index / Math.max(1, values.length - 1)) * sparkWidth;
  const yOf = (value: number) => sparkHeight - 2 - ((value - least) / (most - least || 1)) * (sparkHeight - 4);
  const points = values.map((value, index) => `${xOf(index).toFixed(1)},${yOf(value).toFixed(1)}`);
  return (
    <svg class="sparkline" viewBox={`0 0 ${sparkWidth} ${sparkHeight}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={[`0,${sparkHeight}`, ...points, `${sparkWidth},${sparkHeight}`].join(' ')} />
      <polyline points={points.join(' ')} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
