import { loadScript } from './load-script.ts'

const APPLE_SCRIPT = 'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js'

/** The used part of Apple's client script. */
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
 * Opens Apple's popup. Must be called directly in a click handler, or the browser blocks it. Resolves to the identity token, or
 * null if there is none. Throws if the script is not loaded, and if the person or Apple cancels.
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
