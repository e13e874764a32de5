import { appendFileSync } from 'node:fs'
import { errorBodySchema } from '@senca/contract'
import type { Outcome } from './account.ts'

/** A write that was acknowledged and is not there, or something that nobody wrote. */
export interface Loss {
  cell: string
  found: string
  /** What the ledger allows. */
  possible: string[]
}

export type Verdict = 'done' | 'refused' | 'unknown'
/** How an answer is to be read. */
export type VerdictOf = (answer: Extract<Outcome, { kind: 'answered' }>) => Verdict

export interface Ledger {
  /** What a cell holds before anything was written to it. */
  know(cell: string, value: string): void
  /**
   * Writes a value to a cell: noted in the file before it is sent, and again with what was answered. A cell has one
   * writer at a time. Answers what the product said of it.
   */
  write(cell: string, value: string, send: () => Promise<Outcome>, verdictOf?: VerdictOf): Promise<Verdict>
  /** Compares what a cell holds; what is found there settles what was in doubt. */
  judge(cell: string, found: string): void
  cells(prefix: string): string[]
  acknowledged(): number
  unanswered(): number
  /** Answers from 500 on, by what they said. */
  broken(): Map<string, number>
  /** The losses since it was last asked. */
  takeLosses(): Loss[]
  /** Whether there was ever one. */
  hasLost(): boolean
}

const verdictByStatus: VerdictOf = ({ status }) => {
  if (status === 200) return 'done'
  return status < 500 ? 'refused' : 'unknown'
}

const wordOf = (body: unknown): string => {
  const refusal = errorBodySchema.safeParse(body)
  return refusal.success ? refusal.data.error : JSON.stringify(body)
}

const verdictWithoutAnswer = { unanswered: 'unknown', unreached: 'refused' } as const

/**
 * What a product acknowledged, cell by cell. After an acknowledged write a cell can hold this value only; after one
 * without an answer either that value or one of those from before.
 * The notes are only appended to the file of this path.
 */
export function createLedger(path: string): Ledger {
  const possibleByCell = new Map<string, Set<string>>()
  const broken = new Map<string, number>()
  let losses: Loss[] = []
  let hasLost = false
  let acknowledged = 0
  let unanswered = 0
  const note = (what: object): void =>
    appendFileSync(path, `${JSON.stringify({ at: Date.now(), ...what })}\n`)

  return {
    know(cell, value) {
      possibleByCell.set(cell, new Set([value]))
      note({ cell, value, is: 'known' })
    },
    async write(cell, value, send, verdictOf = verdictByStatus) {
      const before = possibleByCell.get(cell) ?? new Set()
      note({ cell, value, is: 'sent' })
      // A comparison meanwhile must not count it as lost.
      possibleByCell.set(cell, new Set([...before, value]))
      const outcome = await send()
      const end = outcome.kind === 'answered' ? verdictOf(outcome) : verdictWithoutAnswer[outcome.kind]
      note({ cell, value, is: end, answer: outcome })
      if (end === 'done') {
        acknowledged += 1
        possibleByCell.set(cell, new Set([value]))
      }
      if (end === 'refused') possibleByCell.set(cell, before)
      if (end === 'unknown') unanswered += 1
      if (outcome.kind === 'answered' && outcome.status >= 500) {
        const said = `${outcome.status} ${wordOf(outcome.body)}`
        broken.set(said, (broken.get(said) ?? 0) + 1)
      }
      return end
    },
    judge(cell, found) {
      const possible = possibleByCell.get(cell)
      if (possible !== undefined && !possible.has(found)) {
        hasLost = true
        losses.push({ cell, found, possible: [...possible] })
        note({ cell, found, is: 'lost', possible: [...possible] })
      }
      possibleByCell.set(cell, new Set([found]))
    },
    cells: (prefix) => [...possibleByCell.keys()].filter((cell) => cell.startsWith(prefix)),
    acknowledged: () => acknowledged,
    unanswered: () => unanswered,
    broken: () => broken,
    hasLost: () => hasLost,
    takeLosses() {
      const taken = losses
      losses = []
      return taken
    },
  }
}
