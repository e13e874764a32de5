import { readableList } from '@senca/contract'
import { type ApprovalAnswerRequest, approvalSchema } from '@senca/contract/approvals'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'
import { pageNow } from '#core/clock.ts'
import { waitingApprovals } from '#core/waiting-approvals.ts'

const { get, post } = callsBy(api, 'apiToken')
const APPROVAL = '/api/v1/approval'

/** The asks that this page has answered or put aside; it does not show them again. */
const done = new Set<string>()
let lastLoad = 0

/** Loads what waits for the person. A failure is left to the next notice: an ask lives for a minute only. */
export async function reloadApprovals(): Promise<void> {
  lastLoad += 1
  const load = lastLoad
  const listed = await get(`${APPROVAL}/list`, readableList(approvalSchema)).catch(() => null)
  if (listed === null || load !== lastLoad) return
  const now = pageNow().getTime()
  waitingApprovals.setState({
    approvals: listed
      .filter(({ id }) => !done.has(id))
      .map((approval) => ({ ...approval, endsAt: now + approval.remainingMs })),
  })
}

/** No longer shows an ask on this page. Others can still answer it. */
export function putAside(id: string): void {
  done.add(id)
  waitingApprovals.setState(({ approvals }) => ({
    approvals: approvals.filter((approval) => approval.id !== id),
  }))
}

/** What a door requires for unlocking: nothing, its PIN, or a passkey. */
export interface DoorProof {
  pin?: string
  proof?: { state: string; credential: object }
}

export const approvalsApi = {
  answer: (answer: Pick<ApprovalAnswerRequest, 'id' | 'allow'> & DoorProof) =>
    post(`${APPROVAL}/answer`, doneSchema, { json: { ...answer, askedAt: pageNow().toISOString() } }),
}
