import { createStore } from 'zustand/vanilla'

export interface Message {
  /** Tells a message from the same words said again. */
  id: number
  tone: 'error' | 'success'
  text: string
  /** Of the whole app, and so not gone with the screen. */
  isOfApp: boolean
  /** What a person can do about it; the message stays until they do it or close it. */
  action: { label: string; run: () => void } | null
}

/** The bar at the foot of the page: the newest message, or none. */
export const messageStore = createStore<{ message: Message | null }>(() => ({ message: null }))

let lastId = 0

export function showMessage(
  tone: Message['tone'],
  text: string,
  { isOfApp = false, action = null }: Partial<Pick<Message, 'isOfApp' | 'action'>> = {},
): void {
  lastId += 1
  messageStore.setState({ message: { id: lastId, tone, text, isOfApp, action } })
}

export const hideMessage = (): void => messageStore.setState({ message: null })

/** An error belongs to the screen that it was shown on; a success may be about the step that led here. */
export function hideError(): void {
  const { message } = messageStore.getState()
  if (message?.tone === 'error' && !message.isOfApp) hideMessage()
}
