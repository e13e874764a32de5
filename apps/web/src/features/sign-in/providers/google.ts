import { loadScript } from './load-script.ts'

export const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client'

/** What of Google's client script is used here. */
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
        look: {
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
  /** BCP 47. */
  locale: string
  /** The identity token, or null when Google gave none. */
  onToken(token: string | null): void
}

/** Puts Google's own button into `place`; raises when its script does not come. */
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
