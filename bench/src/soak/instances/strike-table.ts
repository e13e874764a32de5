import { tableOf } from '../finding.ts'
import { comparedCells, spread, sum } from '../work/compared.ts'
import type { StrikeReport } from './strike-once.ts'
import { STRIKES, type Strike } from './strikes.ts'

const HEAD = [
  'what happened',
  'times',
  'writes acknowledged',
  'without an answer',
  'lost',
  'wrong states',
  'stuck',
  'other faults',
  'sockets cut',
  'sockets back, s (median, most)',
  'all as it is, s (median, most)',
]
const NAMES: Record<Strike, string> = {
  instance: 'kill -9 of an instance',
  broker: 'kill -9 of the broker',
  database: 'kill -9 of the database',
  drain: 'an instance is drained and started again',
}

/** One row for each kind of strike, and one for all of them. */
export function strikeTable(reports: readonly StrikeReport[]): string {
  const lineOf = (name: string, of: readonly StrikeReport[]): string[] => [
    name,
    ...comparedCells(of),
    String(sum(of.map(({ faults }) => faults.length))),
    String(sum(of.map(({ socketsCut }) => socketsCut))),
    spread(of.map(({ socketsBackMs }) => socketsBackMs)),
    spread(of.map(({ wholeMs }) => wholeMs)),
  ]
  const kinds = STRIKES.map((kind) => ({ kind, of: reports.filter(({ strike }) => strike === kind) }))
  return tableOf(HEAD, [
    ...kinds.filter(({ of }) => of.length > 0).map(({ kind, of }) => lineOf(NAMES[kind], of)),
    lineOf('all', reports),
  ])
}

/** Descriptions of everything that is not allowed. */
export const strikeFaults = (reports: readonly StrikeReport[]): string[] =>
  reports.flatMap(({ strike, losses, troubles, faults }) => [
    ...losses.map(
      ({ cell, found, possible }) =>
        `lost after “${NAMES[strike]}”: ${cell} is ${found}, not ${possible.join(' or ')}`,
    ),
    ...troubles.map(({ kind, shown }) => `${kind} after “${NAMES[strike]}”: ${shown}`),
    ...faults.map((fault) => `after “${NAMES[strike]}”: ${fault}`),
  ])
