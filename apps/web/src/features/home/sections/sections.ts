import type { Room } from '@senca/contract'

/** A part of the home with its own heading. */
export interface Section {
  /** For a room, its id. */
  id: string
  kind: 'pinned' | 'room' | 'rest'
  /** Only for a room; the other sections are named in the language of the page. */
  name: string
  deviceIds: readonly string[]
}

/**
 * Divides the home into sections: pinned devices, each room that has devices, and devices without a room. Pinned devices also
 * appear in their room. Ids of devices that are not in the home are left out.
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
