import type { Example } from './example.ts';

export const watchNexus: Example = {
  query: `# Compares the seller's sales with the nexus thresholds of the states.
# Also shows declared nexus, registrations, and whether tax is collected there.
query WatchNexus($one: String!, $other: String!) {
  one: nexus(state: $one) { ...Tracker }
  other: nexus(state: $other) { ...Tracker }
}

fragment Tracker on NexusTracker {
  name
  status
  reachedOn
  isCollecting
  collectionBasis
  threshold { salesAmount transactionCount combine period countsMarketplaceSales source doubt }
  runningPeriod { from to endsOn salesAmount salesShare status reachedOn }
  periods { from to currency salesAmount transactionCount status }
  firstCollection { outcome on rule }
  registrations { validFrom validThrough number }
  notices { code message }
}
`,
  variables: { one: 'TX', other: 'NY' },
};
