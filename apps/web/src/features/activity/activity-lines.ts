import type { ActivityEntry } from '@senca/contract/activity'

/** What is said in one line: the same done by the same within one minute, newest first. */
export type ActivityLine = readonly [ActivityEntry, ...ActivityEntry[]]

const minuteOf = ({ at }: ActivityEntry): number => Math.floor(Date.parse(at) / 60_000)

/**
 * Entries of which `words` are the same, with those of their minute in one line. A line never passes another one of the
 * same device: what happened to it stays in its order.
 */
export function inLines(
  entries: readonly ActivityEntry[],
  words: (entry: ActivityEntry) => string,
): ActivityLine[] {
  const lines: { minute: number; words: string; entries: [ActivityEntry, ...ActivityEntry[]] }[] = []
  for (const entry of entries) {
    const minute = minuteOf(entry)
    const said = words(entry)
    const place = lines.findLastIndex(
      (line) =>
        line.minute !== minute ||
        line.words === said ||
        line.entries.some(({ deviceId }) => deviceId === entry.deviceId),
    )
    const line = lines[place]
    if (line?.minute === minute && line.words === said) line.entries.push(entry)
    else lines.push({ minute, words: said, entries: [entry] })
  }
  return lines.map((line) => line.entries)
}

/** The devices of a line in its order, each once, with how often it is in it. */
export function devicesOf(line: ActivityLine): { id: string; name: string; times: number }[] {
  const deviceById = new Map<string, { id: string; name: string; times: number }>()
  for (const { deviceId, deviceName } of line) {
    const times = (deviceById.get(deviceId)?.times ?? 0) + 1
    deviceById.set(deviceId, { id: deviceId, name: deviceName, times })
  }
  return [...deviceById.values()]
}
