import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Which of several lists a card stands in: a device may have a card in each. */
export const CardList = createContext('')

/** The card that was opened last: the one that grows into its device's screen, and is grown back into. */
const openedCard = createStore<{ deviceId: string | null; list: string }>(() => ({
  deviceId: null,
  list: '',
}))

/** Whether the card of a device in this list was opened last, and what says that it is now. */
export function useOpenedCard(deviceId: string): { isOpened: boolean; open: () => void } {
  const list = useContext(CardList)
  const isOpened = useStore(openedCard, (opened) => opened.deviceId === deviceId && opened.list === list)
  return { isOpened, open: () => openedCard.setState({ deviceId, list }) }
}
