/** What was looked at, how it stands, and what to do where it is not well. What cannot be found out is no fault. */
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
