/**
 * True when an MQTT topic filter (`+` one level, `#` the rest) matches a topic, by MQTT 3.1.1 §4.7: wildcards at the
 * first level do not match topics that begin with `$`.
 */
export function topicMatches(filter: string, topic: string): boolean {
  if (topic.startsWith('$') && (filter.startsWith('#') || filter.startsWith('+'))) return false
  const filterLevels = filter.split('/')
  const topicLevels = topic.split('/')
  for (const [index, level] of filterLevels.entries()) {
    if (level === '#') return true
    if (index >= topicLevels.length) return false
    if (level !== '+' && level !== topicLevels[index]) return false
  }
  return filterLevels.length === topicLevels.length
}
