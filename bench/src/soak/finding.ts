/** One row of the result table: what was measured, and its faults. */
export interface Finding {
  figure: string
  value: string
  /** Empty if there are none; otherwise the run fails. */
  faults: string[]
}

export const finding = (figure: string, value: string, faults: readonly string[] = []): Finding => ({
  figure,
  value,
  faults: [...faults],
})

/** Returns the fault if the condition is true. */
export const faultIf = (isFault: boolean, fault: string): string[] => (isFault ? [fault] : [])

/** A text table whose columns are as wide as their content. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join(
    '\n',
  )
}
