/** What decides how the app is installed in a browser. */
export interface InstallPlace {
  userAgent: string
  /** iPads name themselves Macs; their touch points distinguish them. */
  touchPoints: number
  /** Whether the page is the installed app. */
  isInstalled: boolean
  /** Whether the page came over https or from this machine. */
  isSecure: boolean
  /** Whether the browser offered the installation. */
  hasPrompt: boolean
}

/**
 * How the app is installed: by our own key, by steps of the browser, by opening another browser first, not without https, or null for
 * not at all.
 */
export type InstallWay = 'prompt' | 'ios' | 'mac' | 'firefox' | 'inAppApple' | 'inAppAndroid' | 'http' | null

/** Browsers inside other apps: they install nothing and lose what they keep. */
const IN_APP = /; wv\)|FBAN|FBAV|Instagram|Line\/|LinkedInApp|Snapchat|MicroMessenger|TikTok|musical_ly/

export function installWay({
  userAgent,
  touchPoints,
  isInstalled,
  isSecure,
  hasPrompt,
}: InstallPlace): InstallWay {
  if (isInstalled) return null
  if (!isSecure) return 'http'
  if (hasPrompt) return 'prompt'
  const isMac = userAgent.includes('Macintosh')
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (isMac && touchPoints > 1)
  const isInApp = IN_APP.test(userAgent)
  if (isIos) return isInApp ? 'inAppApple' : 'ios'
  if (userAgent.includes('Android')) {
    if (isInApp) return 'inAppAndroid'
    return userAgent.includes('Firefox/') ? 'firefox' : null
  }
  return isMac && /Version\/[\d.]+ Safari\//.test(userAgent) ? 'mac' : null
}
