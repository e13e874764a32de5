import { loadScript } from './load-script.ts'

const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client'

/** The used part of Google's client script. */
interface GoogleClient {
  accounts: {
    id: {
      initialize(options: {
        client_id: string
        nonce: string
        ux_mode: 'popup'
        auto_select: boolean
        callback: (answer: { credential?: string }) => void
      }): void
      renderButton(
        place: HTMLElement,
        check: {
          type: 'standard'
          theme: 'outline'
          size: 'large'
          text: 'continue_with'
          logo_alignment: 'center'
          width: number
          locale: string
        },
      ): void
    }
  }
}

declare global {
  interface Window {
    google?: GoogleClient
  }
}

const MAX_BUTTON_WIDTH = 400

interface Options {
  clientId: string
  nonce: string
  place: HTMLElement
  /** A BCP 47 tag. */
  locale: string
  /** Called with the identity token, or null if Google returned none. */
  onToken(token: string | null): void
}

/** Renders Google's own button into `place`. Throws if its script cannot be loaded. */
export async function showGoogleButton({ clientId, nonce, place, locale, onToken }: Options): Promise<void> {
  await loadScript(GOOGLE_SCRIPT)
  const id = window.google?.accounts.id
  if (id === undefined) throw new Error('The script of Google brought no client')
  id.initialize({
    client_id: clientId,
    nonce,
    ux_mode: 'popup',
    auto_select: false,
    callback: ({ credential }) => onToken(credential ?? null),
  })
  place.replaceChildren()
  id.renderButton(place, {
    type: 'standard',
    theme: 'outline',
    size: 'large',
    text: 'continue_with',
    logo_alignment: 'center',
    width: Math.min(place.clientWidth, MAX_BUTTON_WIDTH),
    locale,
  })
}
