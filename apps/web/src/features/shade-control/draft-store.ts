import type { Axis } from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Where a hand holds each axis, 0..1; null where none does. */
export type Draft = Readonly<Record<Axis, number | null>>
export type DraftStore = StoreApi<Draft>

/** The hand's values live beside the screen: sixty times a second only what shows them is drawn, and nothing else. */
export const createDraftStore = (): DraftStore =>
  createStore<Draft>(() => ({ position: null, inclination: null }))
