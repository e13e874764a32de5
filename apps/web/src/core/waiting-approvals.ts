import type { Approval } from '@senca/contract/approvals'
import { createStore } from 'zustand/vanilla'

/** An ask of a connected app, with its end by the clock of this page. */
export type WaitingApproval = Approval & { endsAt: number }

/** What connected apps ask the person for, the oldest first. Loaded with the part that shows it. */
export const waitingApprovals = createStore<{ approvals: readonly WaitingApproval[] }>(() => ({
  approvals: [],
}))
