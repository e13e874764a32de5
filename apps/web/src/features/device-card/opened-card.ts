import { createContext, type MouseEvent, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The name of the list that contains the card. A device may have a card in several lists. */
export const CardList = createContext('')

/**
 * Opens the screen of a device beside the list of its card and returns whether it did; null where the screen replaces the list.
 */
export const OpenBeside = createContext<((deviceId: string, event?: MouseEvent) => boolean) | null>(null)

/** The card that was opened last. The view transition to and from the device screen uses it. */
const openedCard = createStore<{ deviceId: string | null; list: string }>(() => ({
  deviceId: null,
  list: '',
}))

/**
 * Whether the card of a device in this list was opened last. `open` marks it as opened; it returns false if the link must
 * navigate to the device screen.
 */
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
