import { createStore } from 'zustand/vanilla'

/** The event by which Chromium lets a page ask for its installation. No types have it, because others do not have it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const isInstallPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

interface InstallState {
  /** The browser's offer to install the app; null while there is none. */
  event: InstallPrompt | null
  /** Whether the home offers it too. */
  isHintDue: boolean
}

export const installPrompt = createStore<InstallState>(() => ({ event: null, isHintDue: false }))

/** Keeps the offer, which may come before anything that shows it is loaded. */
export function followInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isInstallPrompt(event)) installPrompt.setState({ event })
  })
  addEventListener('appinstalled', () => installPrompt.setState({ event: null }))
}
