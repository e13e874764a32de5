/** The browser returned no passkey, or the person canceled. */
export class PasskeyNotGiven extends Error {
  /** The host at which passkeys work, if this page is elsewhere. */
  readonly host: string | null

  constructor(cause: unknown, host: string | null) {
    super('No passkey was given', { cause })
    this.host = host
  }
}

/** What the browser signed by a passkey. Throws `PasskeyNotGiven`. */
export async function askPasskey(options: unknown): Promise<unknown> {
  const passkeys = await import('#core/passkey.ts').catch((cause: unknown) => {
    throw new PasskeyNotGiven(cause, null)
  })
  try {
    return await passkeys.askPasskey(options)
  } catch (cause) {
    throw new PasskeyNotGiven(cause, passkeys.rightHost(cause))
  }
}
