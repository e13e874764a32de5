/** Under this key lies all that pages loaded of scenarios, groups and the home's place. */
export const SCENARIO_KEY = ['scenarios'] as const
