export type Step = 'up' | 'down'

/** A new place for a room or a pin: the id of the row that follows it (null at the end) and its number, starting from 1. */
export interface Place {
  before: string | null
  place: number
}

/** The place of a room or a pin if it is put at `index` among the others. */
export function placedAt(rooms: readonly { id: string }[], id: string, index: number): Place {
  const others = rooms.filter((room) => room.id !== id)
  const at = Math.min(Math.max(0, index), others.length)
  return { before: others[at]?.id ?? null, place: at + 1 }
}

/** The place of a room or a pin if it is moved by one. */
export function stepped(rooms: readonly { id: string }[], id: string, step: Step): Place {
  const at = rooms.findIndex((room) => room.id === id)
  return placedAt(rooms, id, at + (step === 'up' ? -1 : 1))
}

/** The list with one row moved in front of another, or to the end. */
export function reordered<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  before: string | null,
): Row[] {
  const moved = rows.filter((row) => row.id === id)
  const others = rows.filter((row) => row.id !== id)
  const at = before === null ? others.length : others.findIndex((row) => row.id === before)
  return [...others.slice(0, at), ...moved, ...others.slice(at)]
}
