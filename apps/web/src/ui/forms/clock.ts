/** Whether a text is a time of day `HH:MM`. */
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** What a person means by `7`, `730`, `7.30` or `0730`, as `HH:MM`; the text itself if it is no time of day. */
export function clockOf(text: string): string {
  const typed = text.trim()
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.,\s]?(\d{2}))?$/.exec(typed) ?? []
  const clock = `${hour?.padStart(2, '0')}:${minute}`
  return isClock(clock) ? clock : typed
}
