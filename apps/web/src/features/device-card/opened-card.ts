import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The card that was opened last: the one that grows into its device's screen, and is grown back into. */
const openedCard = createStore<{ deviceId: string | null }>(() => ({ deviceId: null }))

export const openCard = (deviceId: string): void => openedCard.setState({ deviceId })

export const useIsOpenedCard = (deviceId: string): boolean =>
  useStore(openedCard, (state) => state.deviceId === deviceId)
