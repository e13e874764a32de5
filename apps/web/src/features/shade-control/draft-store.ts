import type { Axis } from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Where a hand holds each axis, 0..1; null where none does. */
export type Draft = Readonly<Record<Axis, number | null>> & {
  /** A tap left the position there, as a ghost that nothing is sent to yet. */
  readonly isPlaced: boolean
}
export type DraftStore = StoreApi<Draft>

/** A tap so near to the ghost, as a share of the way, means the ghost. */
const AT_GHOST = 0.06

/** The hand's values live beside the screen: sixty times a second only what shows them is drawn, and nothing else. */
export const createDraftStore = (): DraftStore =>
  createStore<Draft>(() => ({ position: null, inclination: null, isPlaced: false }))

/** The position of the ghost, 0..1; null where there is none. */
export const ghostOf = ({ position, isPlaced }: Draft): number | null => (isPlaced ? position : null)

export const placeGhost = (draft: DraftStore, position: number): void =>
  draft.setState({ position, isPlaced: true })

export function dropGhost(draft: DraftStore): void {
  if (draft.getState().isPlaced) draft.setState({ position: null, isPlaced: false })
}

/** What a tap at `position` sends: where the ghost is that it meets; null where it makes one. */
export const tapped = (ghost: number | null, position: number): number | null =>
  ghost !== null && Math.abs(ghost - position) <= AT_GHOST ? ghost : null
