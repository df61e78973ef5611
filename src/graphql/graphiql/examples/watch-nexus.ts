import type { Example } from './example.ts';

export const watchNexus: Example = {
  query: `# How near the seller is to the thresholds of states: what they ask for, and what was sold there.
# Declared nexus and registrations stand beside it, and whether tax is collected there.
query WatchNexus($one: String!, $other: String!) {
  one: nexus(state: $one) { ...Tracker }
  other: nexus(state: $other) { ...Tracker }
}

fragment Tracker on NexusTracker {
  name
  status
  reachedOn
  isCollecting
  ground
  threshold { salesAmount transactionCount combine period countsMarketplaceSales source doubt }
  periods { from to currency salesAmount transactionCount status }
  registrations { from to number }
  notices { code message }
}
`,
  variables: { one: 'TX', other: 'NY' },
};
