// The states as SVG paths, from the Census Bureau boundaries in us-atlas, in the Albers projection with Alaska and
// Hawaii below. Points are whole numbers, relative to the previous point, without repetitions.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

const atlas = createRequire(import.meta.url).resolve('us-atlas/states-albers-10m.json');
const scale = 1.6;
/** The smallest island area shown on the map, in picture units. */
const leastArea = 6;

/**
 * The size of the picture and, by state name, the state's path and the position of its code, if there is room for the
 * code.
 */
export function usMap() {
  const topology = JSON.parse(readFileSync(atlas, 'utf8'));
  const { features } = feature(topology, topology.objects.states);
  const shapes = features.flatMap(({ properties: { name }, geometry: { type, coordinates } }) => {
    const polygons = (type === 'MultiPolygon' ? coordinates : [coordinates]).map((rings) => rings.map(wholeRing));
    const seen = polygons.filter(([outer]) => areaOf(outer) >= leastArea);
    if (seen.length === 0) return [];
    const d = seen.flatMap((rings) => rings.filter((ring) => ring.length > 2).map(pathOf)).join('');
    const largest = seen.reduce((most, one) => (areaOf(one[0]) > areaOf(most[0]) ? one : most));
    return [[name, { d, ...labelOf(largest[0]) }]];
  });
  return { width: Math.round(975 * scale), height: Math.round(610 * scale), states: Object.fromEntries(shapes) };
}

/** The ring with rounded points, so that neighbors share them, and without duplicate points. */
function wholeRing(ring) {
  const points = ring.map(([x, y]) => [Math.round(x * scale), Math.round(y * scale)]);
  const moved = points.filter(
    ([x, y], index) => index === 0 || x !== points[index - 1][0] || y !== points[index - 1][1],
  );
  const [first] = moved;
  const last = moved.at(-1);
  if (moved.length > 1 && first[0] === last[0] && first[1] === last[1]) moved.pop();
  return moved;
}

function pathOf([[x, y], ...rest]) {
  let [atX, atY] = [x, y];
  const steps = rest.map(([nextX, nextY]) => {
    const step = [nextX - atX, nextY - atY];
    [atX, atY] = [nextX, nextY];
    return step;
  });
  const text = steps.map(([byX, byY]) => `${byX}${byY < 0 ? '' : ' '}${byY}`);
  return `M${x} ${y}l${text.reduce((all, one) => `${all}${one.startsWith('-') || all === '' ? '' : ' '}${one}`, '')}z`;
}

function areaOf(ring) {
  return (
    Math.abs(
      ring.reduce((sum, [x, y], index) => {
        const [nextX, nextY] = ring[(index + 1) % ring.length];
        return sum + x * nextY - nextX * y;
      }, 0),
    ) / 2
  );
}

/** The point farthest from the outline, if there is room for the state code around it. */
function labelOf(ring) {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best = { room: 0, at: [0, 0] };
  for (let column = 1; column < steps; column += 1) {
    for (let row = 1; row < steps; row += 1) {
      const at = [left + ((right - left) * column) / steps, top + ((bottom - top) * row) / steps];
      const room = isInside(ring, at) ? distanceTo(ring, at) : 0;
      if (room > best.room) best = { room, at };
    }
  }
  return best.room >= leastRoom ? { at: best.at.map(Math.round) } : {};
}

const steps = 24;
const leastRoom = 17;

const edgesOf = (ring) => ring.map((point, index) => [point, ring[(index + 1) % ring.length]]);

function isInside(ring, [x, y]) {
  const crossed = edgesOf(ring).filter(
    ([[fromX, fromY], [toX, toY]]) =>
      fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX),
  );
  return crossed.length % 2 === 1;
}

function distanceTo(ring, [x, y]) {
  const distances = edgesOf(ring).map(([[fromX, fromY], [toX, toY]]) => {
    const [byX, byY] = [toX - fromX, toY - fromY];
    const along = ((x - fromX) * byX + (y - fromY) * byY) / (byX * byX + byY * byY);
    const share = Math.min(1, Math.max(0, along));
    return Math.hypot(x - fromX - share * byX, y - fromY - share * byY);
  });
  return Math.min(...distances);
}
