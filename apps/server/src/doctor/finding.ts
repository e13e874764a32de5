/** The result of a check, with advice if something is wrong. A result that cannot be determined is not an error. */
export interface Finding {
  about: string
  verdict: 'ok' | 'fault' | 'unknown'
  /** One sentence. */
  says: string
  /** What to do. */
  advice?: string
}

export const ok = (about: string, says: string): Finding => ({ about, verdict: 'ok', says })
export const fault = (about: string, says: string, advice: string): Finding => ({
  about,
  verdict: 'fault',
  says,
  advice,
})
export const unknown = (about: string, says: string): Finding => ({ about, verdict: 'unknown', says })

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
