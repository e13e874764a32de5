/** Whether a topic filter can match several topics. */
export const hasWildcard = (filter: string): boolean => /[+#]/.test(filter)

/**
 * Whether an MQTT topic filter (`+` for one level, `#` for the rest) matches a topic, according to MQTT 3.1.1 §4.7: wildcards at
 * the first level do not match topics that begin with `$`.
 */
export const topicMatches = (filter: string, topic: string): boolean => topicMatcher(filter)(topic)

/** The same as a reusable function for many topics. */
export function topicMatcher(filter: string): (topic: string) => boolean {
  const levels = filter.split('/')
  const isOpenAtFirst = levels[0] === '#' || levels[0] === '+'
  return (topic) => {
    if (isOpenAtFirst && topic.startsWith('$')) return false
    let from = 0
    for (const level of levels) {
      if (level === '#') return true
      if (from > topic.length) return false
      const slash = topic.indexOf('/', from)
      const to = slash < 0 ? topic.length : slash
      if (level !== '+' && (to - from !== level.length || !topic.startsWith(level, from))) return false
      from = to + 1
    }
    return from > topic.length
  }
}
