import { loadScript } from './load-script.ts'

export const APPLE_SCRIPT =
  'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js'

/** What of Apple's client script is used here. */
interface AppleClient {
  auth: {
    init(options: {
      clientId: string
      redirectURI: string
      scope: string
      nonce: string
      usePopup: boolean
    }): void
    signIn(): Promise<{ authorization?: { id_token?: string } }>
  }
}

declare global {
  interface Window {
    AppleID?: AppleClient
  }
}

export const loadApple = (): Promise<void> => loadScript(APPLE_SCRIPT)

/**
 * Opens Apple's popup; call it at once in a click, or the browser blocks it. The answer is the identity token, or
 * null when there is none; raises when the script is not there, and when the person or Apple ended it.
 */
export async function signInWithApple(options: {
  clientId: string
  redirectUri: string
  nonce: string
}): Promise<string | null> {
  const auth = window.AppleID?.auth
  if (auth === undefined) throw new Error('The script of Apple is not there')
  auth.init({
    clientId: options.clientId,
    redirectURI: options.redirectUri,
    scope: 'email name',
    nonce: options.nonce,
    usePopup: true,
  })
  const { authorization } = await auth.signIn()
  return authorization?.id_token ?? null
}
