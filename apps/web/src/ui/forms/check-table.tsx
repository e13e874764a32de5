import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../layout/icon.tsx'
import type { IconName } from '../layout/icon-paths.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './check-table.module.css'

export interface CheckColumn<Column extends string> {
  value: Column
  icon: IconName
  /** Screen readers read it after the name of the row. */
  label: string
}

export interface CheckRow<Row extends string, Column extends string> {
  value: Row
  label: string
  ticked: Readonly<Record<Column, boolean>>
  /** The columns in which this row cannot be changed. */
  fixed?: readonly Column[]
}

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
}

const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1)

/** A table of checkboxes, named by its rows and columns. The Tab key stops at it once, and the arrow keys move inside it. */
export function CheckTable<Row extends string, Column extends string>(props: {
  label: string
  columns: readonly CheckColumn<Column>[]
  rows: readonly CheckRow<Row, Column>[]
  onChange: (row: Row, column: Column, isTicked: boolean) => void
}) {
  const { label, columns, rows, onChange } = props
  const [stop, setStop] = useState<readonly [row: number, column: number]>([0, 0])
  const stopRow = within(stop[0], rows.length)
  const stopColumn = within(stop[1], columns.length)
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const by = MOVES[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = [within(stopRow + by[0], rows.length), within(stopColumn + by[1], columns.length)] as const
    setStop(next)
    event.currentTarget.querySelectorAll('input')[next[0] * columns.length + next[1]]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA lets a table be a grid, whose keys it has
    <table className={styles.table} role="grid" aria-label={label} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          {columns.map((column) => (
            <th key={column.value} scope="col" className={styles.column} title={column.label}>
              <Icon name={column.icon} size={20} />
              <VisuallyHidden>{column.label}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowAt) => (
          <tr key={row.value}>
            <th scope="row">{row.label}</th>
            {columns.map((column, columnAt) => (
              <td key={column.value}>
                <Cell
                  label={`${row.label}, ${column.label}`}
                  isTicked={row.ticked[column.value]}
                  isFixed={row.fixed?.includes(column.value) ?? false}
                  isStop={rowAt === stopRow && columnAt === stopColumn}
                  onFocus={() => setStop([rowAt, columnAt])}
                  onChange={(isTicked) => onChange(row.value, column.value, isTicked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell(props: {
  label: string
  isTicked: boolean
  isFixed: boolean
  isStop: boolean
  onFocus: () => void
  onChange: (isTicked: boolean) => void
}) {
  return (
    <span className={styles.cell}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={props.label}
        aria-disabled={props.isFixed || undefined}
        checked={props.isTicked}
        tabIndex={props.isStop ? 0 : -1}
        onFocus={props.onFocus}
        onChange={({ target }) => !props.isFixed && props.onChange(target.checked)}
      />
      <Icon name="check" size={18} />
    </span>
  )
}
