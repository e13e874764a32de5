import type { Axis } from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** The dragged value of each axis, 0..1; null if it is not dragged. */
export type Draft = Readonly<Record<Axis, number | null>> & {
  /** A tap placed the position as a ghost (a preview), which has not been sent yet. */
  readonly isPlaced: boolean
}
export type DraftStore = StoreApi<Draft>

/** A tap this close to the ghost, as a share of the track, sends the ghost. */
const AT_GHOST = 0.06

/** A store beside the screen's state: during a drag only the components that show its values render with each frame. */
export const createDraftStore = (): DraftStore =>
  createStore<Draft>(() => ({ position: null, inclination: null, isPlaced: false }))

/** The position of the ghost, 0..1; null if there is none. */
export const ghostOf = ({ position, isPlaced }: Draft): number | null => (isPlaced ? position : null)

export const placeGhost = (draft: DraftStore, position: number): void =>
  draft.setState({ position, isPlaced: true })

export function dropGhost(draft: DraftStore): void {
  if (draft.getState().isPlaced) draft.setState({ position: null, isPlaced: false })
}

/** What a tap at `position` sends: the position of the ghost if the tap hits it, otherwise null, and the tap places a ghost. */
export const tapped = (ghost: number | null, position: number): number | null =>
  ghost !== null && Math.abs(ghost - position) <= AT_GHOST ? ghost : null
