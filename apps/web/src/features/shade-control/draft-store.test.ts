import { describe, expect, it } from 'vitest'
import { createDraftStore, dropGhost, ghostOf, placeGhost, tapped } from './draft-store.ts'

describe('the ghost', () => {
  it('is there from the tap that places it until it is dropped', () => {
    const draft = createDraftStore()
    expect(ghostOf(draft.getState())).toBeNull()
    placeGhost(draft, 0.4)
    expect(ghostOf(draft.getState())).toBe(0.4)
    dropGhost(draft)
    expect(draft.getState()).toEqual({ position: null, inclination: null, isPlaced: false })
  })

  it('is separate from a drag, and dropping it does not change the drag', () => {
    const draft = createDraftStore()
    draft.setState({ position: 0.3 })
    dropGhost(draft)
    expect(draft.getState().position).toBe(0.3)
    expect(ghostOf(draft.getState())).toBeNull()
  })

  it.each([
    ['places one where there is none', null, 0.4, null],
    ['sends the one that it meets', 0.4, 0.44, 0.4],
    ['places it again farther away', 0.4, 0.6, null],
  ])('a tap %s', (_, ghost, position, expected) => expect(tapped(ghost, position)).toBe(expected))
})
