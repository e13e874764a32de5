export type Step = 'up' | 'down'

/** Where a room or a pin goes that is moved by one: in front of which, null for the end, and its place then, from 1. */
export function stepped(
  rooms: readonly { id: string }[],
  id: string,
  step: Step,
): { before: string | null; place: number } {
  const at = rooms.findIndex((room) => room.id === id)
  const place = step === 'up' ? Math.max(0, at - 1) : Math.min(rooms.length - 1, at + 1)
  const others = rooms.filter((room) => room.id !== id)
  return { before: others[place]?.id ?? null, place: place + 1 }
}
