/** Parses a pasted key: a JWK becomes an object, anything else stays a text. */
export function pastedKey(text: string): unknown {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{')) return trimmed
  try {
    return JSON.parse(trimmed)
  } catch {
    return trimmed
  }
}

const SHOWN_CHARACTERS = 8

/** The part that distinguishes keys for a person: the last characters, without the common ending of PEM keys. */
export const endOf = (pem: string): string =>
  pem.replaceAll(/-----[^-]+-----|[\s=]/g, '').slice(-SHOWN_CHARACTERS)
