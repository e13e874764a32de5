import { median } from '../../percentiles.ts'
import type { Loss } from '../ledger.ts'
import type { Trouble } from './rest.ts'

/** The figures that are compared after a kill. */
export interface Compared {
  acknowledged: number
  unanswered: number
  losses: readonly Loss[]
  troubles: readonly Trouble[]
}

export const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0)

/** The median and the maximum of times in milliseconds, as seconds. */
export const spread = (timesMs: readonly number[]): string =>
  [median(timesMs), Math.max(...timesMs)].map((ms) => (ms / 1_000).toFixed(2)).join(', ')

/** The cells with which both tables begin: count, acknowledged, unanswered, lost, wrong states, stuck. */
export const comparedCells = (of: readonly Compared[]): string[] => [
  String(of.length),
  String(sum(of.map(({ acknowledged }) => acknowledged))),
  String(sum(of.map(({ unanswered }) => unanswered))),
  String(sum(of.map(({ losses }) => losses.length))),
  ...(['wrong state', 'stuck'] as const).map((wanted) =>
    String(sum(of.map(({ troubles }) => troubles.filter(({ kind }) => kind === wanted).length))),
  ),
]
