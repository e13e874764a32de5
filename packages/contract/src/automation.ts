/** Groups, the home's place, scenarios and weather: an entry of its own, so that pages that show none of them do not load it. */
export * from './groups.ts'
export * from './homes.ts'
export * from './own-safe-places.ts'
export * from './safe-places.ts'
export * from './safety.ts'
export * from './scenario-triggers.ts'
export * from './scenarios.ts'
export * from './weather.ts'
