import { createStore } from 'zustand/vanilla'

export interface MessageAction {
  label: string
  run: () => void
  /** The value of `aria-keyshortcuts`. */
  shortcut?: string
  /** Whether the message closes by itself. Otherwise it stays until the person uses or closes it. */
  isPassing?: boolean
}

export interface Message {
  /** Distinguishes a message from an earlier one with the same text. */
  id: number
  tone: 'error' | 'success'
  text: string
  /** A message about the whole app, which stays when the screen changes. */
  isOfApp: boolean
  action: MessageAction | null
}

/** The message bar at the bottom of the page: the newest message or null. */
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

/**
 * Hides an error when its screen is left. A success message stays, because it may be about the step that led to the new screen.
 */
export function hideError(): void {
  const { message } = messageStore.getState()
  if (message?.tone === 'error' && !message.isOfApp) hideMessage()
}
