import * as z from 'zod/mini'

/** The configuration that the server writes into the page. */
export const pageConfigSchema = z.object({
  authServer: z.string(),
  /** The origin under which guests and mails reach this server; absent where the page's own is all that is known. */
  publicUrl: z.optional(z.string()),
  websocketHost: z.nullable(z.string()),
  googleClientId: z.nullable(z.string()),
  appleClientId: z.nullable(z.string()),
  appleRedirectUri: z.nullable(z.string()),
  supportUrl: z.string(),
  /** The address of the page of a device in its set-up network; absent for the usual one. */
  devicePage: z.optional(z.string()),
  /** Whether something is sold; absent where nothing is. */
  isBillingOn: z.optional(z.boolean()),
  /** What opens the demo home, which everybody may know; null where there is none. */
  demo: z.nullable(z.object({ email: z.string(), password: z.string() })),
})
export type PageConfig = z.infer<typeof pageConfigSchema>
