import { unitToPercent } from '@senca/contract'
import type { ActivityEntry } from '@senca/contract/activity'

type Cell = string | number | null | undefined

const percent = (share: number | null | undefined): Cell =>
  share === null || share === undefined ? null : unitToPercent(share)

/** The columns in order, as described in docs/operate/activity.md. */
const COLUMNS: readonly (readonly [name: string, of: (entry: ActivityEntry) => Cell])[] = [
  ['time', ({ at }) => at],
  ['device', ({ deviceName }) => deviceName],
  ['device_id', ({ deviceId }) => deviceId],
  ['origin', ({ origin }) => origin],
  ['by', ({ by }) => by],
  ['action', ({ action }) => action],
  ['position_percent', ({ details }) => percent(details.position)],
  ['inclination_percent', ({ details }) => percent(details.inclination)],
  ['lock', ({ details }) => details.lockType],
  ['light', ({ details }) => details.lightType],
  ['brightness_percent', ({ details }) => percent(details.brightness)],
  ['opacity_percent', ({ details }) => percent(details.opacity)],
  ['unlock_seconds', ({ details }) => details.unlockDuration],
  ['name', ({ details }) => details.name],
  ['settings', ({ details }) => details.settings?.join(' ')],
  ['status', ({ result }) => result?.status],
  ['error', ({ result }) => result?.error],
  ['error_detail', ({ result }) => result?.error_detail],
  ['reached_position_percent', ({ result }) => percent(result?.position)],
  ['reached_inclination_percent', ({ result }) => percent(result?.inclination)],
  ['duration_ms', ({ result }) => result?.durationMs],
  ['left_out', ({ details }) => details.leftOut],
]

/** A spreadsheet treats a text with this beginning, also in full width, as a formula and runs it. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** Formats one cell according to RFC 4180. */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const rowOf = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

export const csvHeader = (): string => rowOf(COLUMNS.map(([name]) => name))

export const csvRows = (entries: readonly ActivityEntry[]): string =>
  entries.map((entry) => rowOf(COLUMNS.map(([, of]) => of(entry)))).join('')
