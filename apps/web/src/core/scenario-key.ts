/** The query key prefix of everything that is loaded about scenarios, groups, moments and the location of the home. */
export const SCENARIO_KEY = ['scenarios'] as const
