import { appendFileSync } from 'node:fs'
import { errorBodySchema } from '@senca/contract'
import type { Outcome } from './account.ts'

/** A write that was acknowledged and is missing, or a value that nobody wrote. */
export interface Loss {
  cell: string
  found: string
  /** The values that the ledger allows. */
  possible: string[]
}

type Verdict = 'done' | 'refused' | 'unknown'
/** Decides what an answer means. */
export type VerdictOf = (answer: Extract<Outcome, { kind: 'answered' }>) => Verdict

export interface Ledger {
  /** Sets the value that a cell has before the first write. */
  know(cell: string, value: string): void
  /**
   * Writes a value to a cell. The write is noted in the file before it is sent, and again with its answer. A cell has only one
   * writer at a time. Returns the verdict about the write.
   */
  write(cell: string, value: string, send: () => Promise<Outcome>, verdictOf?: VerdictOf): Promise<Verdict>
  /** Compares the value of a cell with the ledger. Afterwards the value found is the only possible one. */
  judge(cell: string, found: string): void
  cells(prefix: string): string[]
  acknowledged(): number
  unanswered(): number
  /** Answers with status 500 or higher, by their text. */
  broken(): Map<string, number>
  /** The losses since the last call. */
  drainLosses(): Loss[]
  /** Whether there was ever a loss. */
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
 * Records what a product has acknowledged, per cell. After an acknowledged write a cell can only have this value; after a write
 * without an answer, either that value or one of the earlier ones. The notes are appended to a file.
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
      // Added before sending, so that a comparison in the meantime does not count the value as a loss.
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
        const reported = `${outcome.status} ${wordOf(outcome.body)}`
        broken.set(reported, (broken.get(reported) ?? 0) + 1)
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
    drainLosses() {
      const taken = losses
      losses = []
      return taken
    },
  }
}
