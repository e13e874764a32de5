import { type PageConfig, pageConfigSchema } from '@senca/contract'
import { parseJson } from './api/failures.ts'

/** The configuration of a page without its own: it uses the server that it was loaded from. */
const OWN_SERVER: PageConfig = {
  authServer: '/auth',
  websocketHost: null,
  googleClientId: null,
  appleClientId: null,
  appleRedirectUri: null,
  supportUrl: '/',
  demo: null,
}

/** Reads the configuration that the server wrote into the page as JSON. */
export function readPageConfig(text: string | null): PageConfig {
  if (text === null) return OWN_SERVER
  return pageConfigSchema.parse(parseJson(text))
}

/**
 * The URL of the websocket. It is secure unless the page itself is not. The host is that of the configuration or else the page's
 * own.
 */
export function websocketAddress(
  config: Pick<PageConfig, 'websocketHost'>,
  page: { protocol: string; host: string },
): string {
  const scheme = page.protocol === 'http:' ? 'ws' : 'wss'
  return `${scheme}://${config.websocketHost ?? page.host}/websocket`
}
