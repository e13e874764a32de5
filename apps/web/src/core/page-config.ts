import { type PageConfig, pageConfigSchema } from '@senca/contract'
import { parseJson } from './failures.ts'

/** What a page without a configuration of its own works with: the server it came from. */
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

/** The address of the websocket: secure unless the page itself is not; the host of the configuration or the page's own. */
export function websocketAddress(
  config: Pick<PageConfig, 'websocketHost'>,
  page: { protocol: string; host: string },
): string {
  const scheme = page.protocol === 'http:' ? 'ws' : 'wss'
  return `${scheme}://${config.websocketHost ?? page.host}/websocket`
}
