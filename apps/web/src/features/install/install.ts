import { useStore } from 'zustand'
import { pageNow } from '#core/clock.ts'
import { installPrompt } from '#core/install-prompt.ts'
import { browserStorage } from '#core/storage.ts'
import { closeHint, isHintDue } from './hint-days.ts'
import { type InstallWay, installWay } from './install-way.ts'

/** Whether this page is the installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** How this browser installs the app now. */
export function useInstallWay(): InstallWay {
  const hasPrompt = useStore(installPrompt, ({ event }) => event !== null)
  return installWay({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: isInstalled(),
    isSecure: isSecureContext,
    hasPrompt,
  })
}

/** Offers the installation on the home too, if it is time for that. */
export const offerInstall = (): void =>
  installPrompt.setState({ isHintDue: isHintDue(browserStorage, pageNow()) })

export function closeInstallHint(): void {
  closeHint(browserStorage, pageNow())
  installPrompt.setState({ isHintDue: false })
}

/** Shows the browser's own question, which it allows once for each offer. */
export function askToInstall(): void {
  const { event } = installPrompt.getState()
  installPrompt.setState({ event: null })
  void event?.prompt()
}
