import { createOpenIdProvider } from '@senca/server/openid-provider'

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** The OpenID provider of the server's tests, in the time of the machine. */
export async function startIdentityProvider(clientId: string) {
  const provider = await createOpenIdProvider({ clock: { now: () => new Date() } })
  return {
    issuer: provider.issuer,
    /** An ID token for a person, signed like those of the provider. */
    sign: (claims: Record<string, unknown>) => provider.sign({ aud: clientId, ...claims }),
    stop: provider.close,
  }
}
