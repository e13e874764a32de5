import { commandResultsSchema } from '@senca/contract'
import type { Outcome } from './account.ts'
import type { VerdictOf } from './ledger.ts'

/** What the answer to a request for one device means; an answer with status 200 may contain a refusal. */
export const resultsVerdict: VerdictOf = ({ status, body }) => {
  if (status !== 200) return status < 500 ? 'refused' : 'unknown'
  const [result] = commandResultsSchema.parse(body)
  if (result === undefined) return 'refused'
  if (result.status === 'success') return 'done'
  if (result.status === 'unconfirmed') return 'unknown'
  return result.error === 'internal_error' ? 'unknown' : 'refused'
}

export const isDone = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && resultsVerdict(outcome) === 'done'
