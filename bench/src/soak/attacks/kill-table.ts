import { tableOf } from '../finding.ts'
import { comparedCells, spread } from '../work/compared.ts'
import { KILLS, type KillReport } from './kills.ts'

const HEAD = [
  'kill -9 of',
  'kills',
  'writes acknowledged',
  'without an answer',
  'lost',
  'wrong states',
  'stuck',
  'first answer, s (median, most)',
  'all as it is, s (median, most)',
]
const NAMES = {
  tree: 'everything',
  server: 'the server',
  database: 'PostgreSQL',
  backend: 'one backend of PostgreSQL',
  simulator: 'the simulator',
} as const

/** One row for each kind of kill, and one for all of them. */
export function killTable(reports: readonly KillReport[]): string {
  const lineOf = (name: string, of: readonly KillReport[]): string[] => [
    name,
    ...comparedCells(of),
    spread(of.map(({ firstAnswerMs }) => firstAnswerMs)),
    spread(of.map(({ wholeMs }) => wholeMs)),
  ]
  const kinds = KILLS.map((kind) => ({ kind, of: reports.filter(({ kill }) => kill === kind) }))
  return tableOf(HEAD, [
    ...kinds.filter(({ of }) => of.length > 0).map(({ kind, of }) => lineOf(NAMES[kind], of)),
    lineOf('all', reports),
  ])
}

/** Descriptions of everything that is not allowed. */
export const killFaults = (reports: readonly KillReport[]): string[] =>
  reports.flatMap(({ kill, losses, troubles }) => [
    ...losses.map(
      ({ cell, found, possible }) =>
        `lost after a kill of ${NAMES[kill]}: ${cell} is ${found}, not ${possible.join(' or ')}`,
    ),
    ...troubles.map(({ kind, shown }) => `${kind} after a kill of ${NAMES[kill]}: ${shown}`),
  ])
