import { createContext, type MouseEvent, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Which of several lists a card stands in: a device may have a card in each. */
export const CardList = createContext('')

/** Opens the screen of a device beside the list that its card stands in, and says whether it did; null where it takes the place of the list. */
export const OpenBeside = createContext<((deviceId: string, event?: MouseEvent) => boolean) | null>(null)

/** The card that was opened last: the one that grows into its device's screen, and is grown back into. */
const openedCard = createStore<{ deviceId: string | null; list: string }>(() => ({
  deviceId: null,
  list: '',
}))

/** Whether the card of a device in this list was opened last, and what says that it is now: false where a link has to lead there. */
export function useOpenedCard(deviceId: string) {
  const list = useContext(CardList)
  const openBeside = useContext(OpenBeside)
  const isOpened = useStore(openedCard, (opened) => opened.deviceId === deviceId && opened.list === list)
  return {
    isOpened,
    open(event?: MouseEvent): boolean {
      if (openBeside !== null) return openBeside(deviceId, event)
      openedCard.setState({ deviceId, list })
      return false
    },
  }
}
