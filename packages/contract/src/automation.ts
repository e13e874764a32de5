/** Groups, the home's place and scenarios: an entry of its own, so that pages that show none of them do not load it. */
export * from './groups.ts'
export * from './homes.ts'
export * from './scenario-triggers.ts'
export * from './scenarios.ts'
