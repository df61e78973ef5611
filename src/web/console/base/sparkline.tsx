const width = 120;
const height = 28;

/** The trend of a figure, without values. The text next to it has the values. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(...values, 0);
  const least = Math.min(...values, 0);
  const xOf = (index: number) => (index / Math.max(1, values.length - 1)) * width;
  const yOf = (value: number) => height - 2 - ((value - least) / (most - least || 1)) * (height - 4);
  const points = values.map((value, index) => `${xOf(index).toFixed(1)},${yOf(value).toFixed(1)}`);
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={[`0,${height}`, ...points, `${width},${height}`].join(' ')} />
      <polyline points={points.join(' ')} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
