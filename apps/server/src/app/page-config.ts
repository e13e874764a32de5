import type { PageConfig } from '@senca/contract'
import { DEMO_ACCOUNT } from '#features/demo/index.ts'
import type { Config } from '#platform/process/config.ts'

/** What the first page of the web app knows of this server. */
export const pageConfigOf = (config: Config): PageConfig => ({
  authServer: '/auth',
  publicUrl: config.publicUrl,
  websocketHost: null,
  googleClientId: config.google?.clientId ?? null,
  appleClientId: config.apple?.clientId ?? null,
  appleRedirectUri: config.apple?.redirectUri ?? null,
  supportUrl: config.supportUrl,
  ...(config.devicePageUrl === undefined ? {} : { devicePage: config.devicePageUrl }),
  ...(config.billing === undefined ? {} : { isBillingOn: true }),
  ...(config.isMatter ? { isMatterOn: true } : {}),
  ...(config.mqtt.outside === undefined ? {} : { isBrokerOutside: true }),
  demo: config.isDemo ? DEMO_ACCOUNT : null,
})
