/** One line of the table: what was measured, and what is wrong with it, if anything. */
export interface Finding {
  figure: string
  value: string
  /** Empty when all is well; otherwise the run fails. */
  faults: string[]
}

export const finding = (figure: string, value: string, faults: readonly string[] = []): Finding => ({
  figure,
  value,
  faults: [...faults],
})

/** The fault, if it is one. */
export const faultIf = (isFault: boolean, fault: string): string[] => (isFault ? [fault] : [])

/** A table of text, its columns as wide as what is in them. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join(
    '\n',
  )
}
