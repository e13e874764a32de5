import type { ActivityEntry } from '@senca/contract/activity'

/** The entries that are shown in one line: the same action by the same person within one minute, newest first. */
export type ActivityLine = readonly [ActivityEntry, ...ActivityEntry[]]

const minuteOf = ({ at }: ActivityEntry): number => Math.floor(Date.parse(at) / 60_000)

/**
 * Combines entries of the same minute with equal `words` in one line. A line never moves past another line of the same device, so
 * the entries of each device stay in their order.
 */
export function inLines(
  entries: readonly ActivityEntry[],
  words: (entry: ActivityEntry) => string,
): ActivityLine[] {
  const lines: { minute: number; words: string; entries: [ActivityEntry, ...ActivityEntry[]] }[] = []
  for (const entry of entries) {
    const minute = minuteOf(entry)
    const spoken = words(entry)
    const place = lines.findLastIndex(
      (line) =>
        line.minute !== minute ||
        line.words === spoken ||
        line.entries.some(({ deviceId }) => deviceId === entry.deviceId),
    )
    const line = lines[place]
    if (line?.minute === minute && line.words === spoken) line.entries.push(entry)
    else lines.push({ minute, words: spoken, entries: [entry] })
  }
  return lines.map((line) => line.entries)
}

/** The devices of a line in its order, each once with the number of its entries. */
export function devicesOf(line: ActivityLine): { id: string; name: string; times: number }[] {
  const deviceById = new Map<string, { id: string; name: string; times: number }>()
  for (const { deviceId, deviceName, details } of line) {
    const id = deviceId ?? details.entity?.id ?? ''
    const times = (deviceById.get(id)?.times ?? 0) + 1
    deviceById.set(id, { id, name: deviceName, times })
  }
  return [...deviceById.values()]
}
