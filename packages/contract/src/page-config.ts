import * as z from 'zod/mini'

/** A build of the web app: the same id has the same document, files, headers and worker. `at` is when its files were made. */
export const buildSchema = z.object({ id: z.string(), at: z.string() })
export type Build = z.infer<typeof buildSchema>

/** The configuration that the server writes into the page. */
export const pageConfigSchema = z.object({
  authServer: z.string(),
  /** The origin at which guests and readers of e-mails reach this server; absent if only the origin of the page is known. */
  publicUrl: z.optional(z.string()),
  websocketHost: z.nullable(z.string()),
  googleClientId: z.nullable(z.string()),
  appleClientId: z.nullable(z.string()),
  appleRedirectUri: z.nullable(z.string()),
  supportUrl: z.string(),
  /** The address of a device's own page in its set-up network; absent for the default address. */
  devicePage: z.optional(z.string()),
  /** Whether billing is on; absent if not. */
  isBillingOn: z.optional(z.boolean()),
  /** Whether Matter devices can be added; absent if not. */
  isMatterOn: z.optional(z.boolean()),
  /** Whether the broker of devices is outside of the server, which then has no MQTT spaces for connected apps; absent if not. */
  isBrokerOutside: z.optional(z.boolean()),
  /** The build that the page is of; absent where the pages are not built, as during development. */
  build: z.optional(buildSchema),
  /** False where the operator wants no service worker: then nothing is kept for the time without a network. */
  offline: z.optional(z.boolean()),
  /** The public credentials of the demo home; null if there is none. */
  demo: z.nullable(z.object({ email: z.string(), password: z.string() })),
})
export type PageConfig = z.infer<typeof pageConfigSchema>
