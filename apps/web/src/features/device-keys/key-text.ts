/** What was pasted: a JWK as an object, anything else as the text that it is. */
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

/** By what a person tells a key from another: its last characters, without what all of them end with. */
export const endOf = (pem: string): string =>
  pem.replaceAll(/-----[^-]+-----|[\s=]/g, '').slice(-SHOWN_CHARACTERS)
