import { median } from './percentiles.ts'

/** A figure of each round, of the product and, if measured, of the floor in the same round. */
export interface Row {
  figure: string
  unit: string
  product: readonly number[]
  floor?: readonly number[]
  /** The limit for the ratio, or without a floor for the figure, and its direction. */
  mark?: { atMost: number } | { atLeast: number }
}

/** Makes rows of a figure that each round has, with a mark where it has a limit. */
export const rowsOf =
  <Round>(rounds: readonly Round[]) =>
  (figure: string, unit: string, pick: (round: Round) => number, atMost?: number): Row => ({
    figure,
    unit,
    product: rounds.map(pick),
    ...(atMost === undefined ? {} : { mark: { atMost } }),
  })

const HEAD = ['figure', 'product', 'floor', 'ratio', 'mark', '']

/** Prints the medians over all rounds and their range as a Markdown table. */
export function printTable(title: string, rows: readonly Row[]) {
  const cells = rows.map(cellsOf)
  const widths = HEAD.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  process.stdout.write(`\n### ${title}\n\n${[line(HEAD), rule, ...cells.map(line)].join('\n')}\n`)
}

function cellsOf({ figure, unit, product, floor, mark }: Row): string[] {
  const ratios = floor?.map((value, round) => (product[round] ?? Number.NaN) / value)
  const judged = ratios ?? product
  return [
    unit === '' ? figure : `${figure} (${unit})`,
    withSpread(product),
    floor === undefined ? '' : withSpread(floor),
    ratios === undefined ? '' : withSpread(ratios),
    mark === undefined ? '' : 'atMost' in mark ? `≤ ${mark.atMost}` : `≥ ${mark.atLeast}`,
    mark === undefined ? '' : isBeaten(median(judged), mark) ? 'beaten' : 'missed',
  ]
}

export const isBeaten = (ratio: number, mark: NonNullable<Row['mark']>): boolean =>
  'atMost' in mark ? ratio <= mark.atMost : ratio >= mark.atLeast

/** The median, and the range if there was more than one round. */
export function withSpread(values: readonly number[]): string {
  const middle = shorten(median(values))
  return values.length < 2
    ? middle
    : `${middle} (${shorten(Math.min(...values))}–${shorten(Math.max(...values))})`
}

function shorten(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value === 0 || Math.abs(value) >= 100) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
