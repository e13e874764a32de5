import { folded } from '#i18n/folded.ts'

/** A town with its coordinates in degrees, north and east positive; `country` is an ISO 3166 code. */
export interface Town {
  name: string
  country: string
  lat: number
  lon: number
}

interface KnownTown extends Town {
  folded: string
}

/** Parses lines of name, country, latitude and longitude separated by tabs, largest towns first. */
export const readTowns = (lines: string): KnownTown[] =>
  lines.split('\n').map((line) => {
    const [name = '', country = '', lat = '', lon = ''] = line.split('\t')
    return { name, country, lat: Number(lat), lon: Number(lon), folded: folded(name) }
  })

const MOST = 6
const WORD = /[\s'’-]+/

/**
 * Towns whose name starts with the query, then those where a later word starts with it; each group largest first, at most six in
 * total.
 */
export function findTowns(towns: readonly KnownTown[], query: string): Town[] {
  const wanted = folded(query).trim()
  if (wanted === '') return []
  const first = towns.filter((town) => town.folded.startsWith(wanted)).slice(0, MOST)
  if (first.length === MOST) return first
  const later = towns.filter(
    (town) =>
      !town.folded.startsWith(wanted) && town.folded.split(WORD).some((word) => word.startsWith(wanted)),
  )
  return [...first, ...later].slice(0, MOST)
}

/** All towns of the list. The list is a chunk of its own of about 600 KB. */
export async function loadTowns(): Promise<KnownTown[]> {
  const { default: lines } = await import('virtual:towns')
  return readTowns(lines)
}
