import type { Room } from '@senca/contract'

/** A part of the home under a name of its own. */
export interface Section {
  /** Of a room its id. */
  id: string
  kind: 'pinned' | 'room' | 'rest'
  /** Of a room; the others are named in the language of the page. */
  name: string
  deviceIds: readonly string[]
}

/**
 * The home in sections: what is pinned, each room that has devices, and the devices without one. What is pinned stands in
 * its room too. Ids of devices that are not in the home are left out.
 */
export function sectionsOf(
  home: readonly string[],
  rooms: readonly Room[],
  pinned: readonly string[],
): Section[] {
  const known = new Set(home)
  const placed = new Set(rooms.flatMap(({ devices }) => devices))
  const isKnown = (id: string) => known.has(id)
  const sections: Section[] = [
    { id: 'pinned', kind: 'pinned', name: '', deviceIds: pinned.filter(isKnown) },
    ...rooms.map(
      ({ id, name, devices }): Section => ({ id, kind: 'room', name, deviceIds: devices.filter(isKnown) }),
    ),
    { id: 'rest', kind: 'rest', name: '', deviceIds: home.filter((id) => !placed.has(id)) },
  ]
  return sections.filter(({ deviceIds }) => deviceIds.length > 0)
}
