import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { pageNow } from '#core/clock.ts'
import { showMessage } from '#core/messages.ts'
import { type WaitingApproval, waitingApprovals } from '#core/waiting-approvals.ts'
import { ApprovalQuestion } from './approval-question.tsx'
import { putAside } from './approvals.ts'

/** Shows the oldest ask of a connected app, over any screen, and says how it ended if it was not ended here. */
export function ApprovalSheet() {
  const { t } = useTranslation()
  const first = useStore(waitingApprovals, ({ approvals }) => approvals[0] ?? null)
  const before = useRef<WaitingApproval | null>(null)
  const answeredHere = useRef(new Set<string>())
  useEffect(() => {
    const last = before.current
    before.current = first
    if (last === null || last.id === first?.id || answeredHere.current.has(last.id)) return
    const isExpired = last.endsAt <= pageNow().getTime()
    showMessage('success', t(isExpired ? 'approval.expired' : 'approval.elsewhere', { door: last.name }))
  }, [first, t])
  if (first === null) return null
  return (
    <ApprovalQuestion
      key={first.id}
      approval={first}
      onAnswer={() => answeredHere.current.add(first.id)}
      onOver={() => putAside(first.id)}
    />
  )
}
